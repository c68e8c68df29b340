import type { CSSProperties } from 'react';
import styles from './EntryIcon.module.css';

/** The address as a CSS url(); undefined for anything but http(s). */
function cssUrl(address: string): string | undefined {
  const url = URL.parse(address, document.baseURI);
  return url && /^https?:$/.test(url.protocol) ? `url("${url.href.replaceAll('"', '%22')}")` : undefined;
}

/** An icon in the color of its text, as the sidebar shows it, or the first letter of the name. */
export function EntryIcon({ icon, name }: { icon: string | null; name: string }) {
  const url = icon === null ? undefined : cssUrl(icon);
  return (
    <span className={styles.icon} aria-hidden="true">
      {url ? (
        <span className={styles.glyph} style={{ '--entry-icon': url } as CSSProperties} />
      ) : (
        [...name][0]?.toUpperCase()
      )}
    </span>
  );
}
