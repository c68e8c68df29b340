import { use } from 'react';
import type { ComponentOf } from '@portico/contracts/content';
import { OutlineContext } from '../../OutlineContext.ts';
import styles from './HeaderBlock.module.css';

/** A heading with a link to itself that shows on hover and focus. */
export function HeaderBlock({ component }: { component: ComponentOf<'Header'> }) {
  const anchor = use(OutlineContext).get(component.id);
  const level = component.level === 3 || component.level === 4 ? component.level : 2;
  const Heading = `h${level}` as const;
  return (
    <Heading id={anchor} className={styles.header} data-level={level}>
      {component.text}
      {anchor !== undefined && (
        <a href={`#${anchor}`} className={styles.anchor} aria-label={`Link to “${component.text}”`}>#</a>
      )}
    </Heading>
  );
}
