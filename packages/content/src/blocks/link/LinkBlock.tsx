import type { ComponentOf } from '@portico/contracts/content';
import { ContentLink } from '../../ContentLink.tsx';
import styles from './LinkBlock.module.css';

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
