import { use } from 'react';
import type { ComponentOf } from '../../content.ts';
import { PageContext } from '../../page/PageContext.ts';
import styles from './View.module.css';

/**
 * A heading that is itself the link to it, so that screen readers read its text only once; a mark shows on hover and
 * focus. Inside an expandable part it looks the same but has a lower level.
 */
export function HeaderBlock({ component }: { component: ComponentOf<'Header'> }) {
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
