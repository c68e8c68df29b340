import { use } from 'react';
import { PageContext } from '../../page/PageContext.ts';
import type { ViewOf } from '../../page/view.ts';
import type { Header } from './shape.ts';
import styles from './View.module.css';

/**
 * A heading that is itself the link to it, so that screen readers read its text only once; a mark shows on hover and
 * focus. Inside an expandable part it looks the same but has a lower level.
 */
export function HeaderView({ component }: { component: Header }) {
  const { anchorOf, levelOf } = use(PageContext);
  if (typeof component.text !== 'string') throw new Error('It has no text.');
  const anchor = anchorOf(component);
  const Heading = `h${levelOf(component)}` as const;
  return (
    <Heading id={anchor} className={styles.header} data-level={component.level}>
      {anchor === undefined ? (
        component.text
      ) : (
        <a href={`#${anchor}`} className={styles.anchor}>
          {component.text}
        </a>
      )}
    </Heading>
  );
}

export const view: ViewOf<Header> = { View: HeaderView, heading: 'text' };
