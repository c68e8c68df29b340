import { use } from 'react';
import type { ComponentOf } from '@portico/contracts/content';
import { PageContext } from '../../PageContext.ts';
import styles from './HeaderBlock.module.css';

/**
 * A heading that links to itself, so that its name is said once; a mark shows this on hover and focus. Inside an
 * expandable part it keeps its look and ranks lower.
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
