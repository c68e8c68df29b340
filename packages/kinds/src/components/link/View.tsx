import { ContentLink } from '../../page/ContentLink.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { Link } from './shape.ts';
import styles from './View.module.css';

/** A link on its own line, with a description of its target. */
export function LinkView({ component }: { component: Link }) {
  return (
    <p className={styles.block}>
      <ContentLink href={component.href} openInNewTab={component.openInNewTab} className={styles.link}>
        {component.text}
      </ContentLink>
      {component.description && <span className={styles.description}>{component.description}</span>}
    </p>
  );
}

export const view: ViewOf<Link> = { View: LinkView };
