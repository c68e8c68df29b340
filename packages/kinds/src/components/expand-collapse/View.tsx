import { use } from 'react';
import { BlockList } from '../../page/BlockList.tsx';
import { Disclosure } from '../../page/Disclosure.tsx';
import { PageContext } from '../../page/PageContext.ts';
import type { ViewOf } from '../../page/view.ts';
import type { ExpandCollapse } from './shape.ts';
import styles from './View.module.css';

/** A part of the page that expands below its title. A link to it, or to anything inside it, opens it. */
export function ExpandCollapseView({ component }: { component: ExpandCollapse }) {
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

export const view: ViewOf<ExpandCollapse> = { View: ExpandCollapseView, heading: 'title' };
