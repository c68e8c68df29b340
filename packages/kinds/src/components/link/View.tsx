import type { ComponentOf } from '../../content.ts';
import { ContentLink } from '../../page/ContentLink.tsx';
import styles from './View.module.css';

/** A link on its own line, with a description of its target. */
export function LinkBlock({ component }: { component: ComponentOf<'Link'> }) {
  return (
    <p className={styles.block}>
      <ContentLink href={component.href} openInNewTab={component.openInNewTab} className={styles.link}>
        {component.text}
      </ContentLink>
      {component.description && <span className={styles.description}>{component.description}</span>}
    </p>
  );
}
