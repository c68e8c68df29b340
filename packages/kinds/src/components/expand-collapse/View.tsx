import { use } from 'react';
import type { ComponentOf } from '../../content.ts';
import { BlockList } from '../../page/BlockList.tsx';
import { Disclosure } from '../../page/Disclosure.tsx';
import { PageContext } from '../../page/PageContext.ts';
import styles from './View.module.css';

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
