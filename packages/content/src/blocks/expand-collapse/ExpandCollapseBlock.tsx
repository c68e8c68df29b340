import { use } from 'react';
import type { ComponentOf } from '@portico/contracts/content';
import { BlockList } from '../../BlockList.tsx';
import { Disclosure } from '../../Disclosure.tsx';
import { PageContext } from '../../PageContext.ts';
import styles from './ExpandCollapseBlock.module.css';

/** A part of the page that expands below its title. A link to it, or to anything inside it, opens it. */
export function ExpandCollapseBlock({ component }: { component: ComponentOf<'ExpandCollapse'> }) {
  const { levelOf, anchorOf, isOpen, setOpen } = use(PageContext);
  return (
    <Disclosure
      title={component.title}
      headingLevel={levelOf(component)}
      anchor={anchorOf(component)}
      isOpen={isOpen(component)}
      onOpenChange={(open) => setOpen(component.id, open)}
      className={styles.part}
    >
      <BlockList components={component.components} />
    </Disclosure>
  );
}
