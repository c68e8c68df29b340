import type { CSSProperties } from 'react';
import type { MenuItem } from '@portico/contracts/menu';
import styles from './MenuIcon.module.css';

/** The address as a CSS url(). URL parsing escapes quotes and line breaks. Undefined for anything but http(s). */
function cssUrl(address: string): string | undefined {
  const url = URL.parse(address, document.baseURI);
  return url && /^https?:$/.test(url.protocol) ? `url("${url.href.replaceAll('"', '%22')}")` : undefined;
}

/** A menu icon in its row's color, or the first letter of the name. 40px on desktop, otherwise 28px. */
export function MenuIcon({ item }: { item: MenuItem }) {
  const icon = item.icon ? cssUrl(item.icon.url) : undefined;
  return (
    <span className={styles.icon} data-menu-icon aria-hidden="true">
      {icon ? (
        <span className={styles.glyph} style={{ '--menu-icon': icon } as CSSProperties} />
      ) : (
        <span className={styles.letter}>{[...item.name][0]?.toUpperCase()}</span>
      )}
    </span>
  );
}
