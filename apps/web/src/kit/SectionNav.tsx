import { useEffect, useRef } from 'react';
import { PortalLink } from './PortalLink.tsx';
import styles from './SectionNav.module.css';

export interface SectionPage {
  href: string;
  label: string;
  /** Number of things waiting there; 0 is not shown. */
  count?: number | undefined;
}

interface SectionNavProps {
  label: string;
  pages: SectionPage[];
  /** The address of the current page. */
  current: string;
}

/** The pages of a section, such as the studio or the administration. On narrow screens, one line that scrolls. */
export function SectionNav({ label: navLabel, pages, current }: SectionNavProps) {
  const nav = useRef<HTMLElement>(null);
  const counts = pages.map(({ count }) => count).join();
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) nav.current!.scrollLeft = link.offsetLeft - (nav.current!.clientWidth - link.offsetWidth) / 2;
    // Some pages and all counts come later.
  }, [current, counts]);
  return (
    <nav ref={nav} aria-label={navLabel} className={styles.nav}>
      {pages.map(({ href, label, count = 0 }) => (
        <PortalLink key={href} href={href} className={styles.page} aria-current={href === current ? 'page' : undefined}>
          {label}
          {count > 0 && <span className={styles.count}>{count}</span>}
        </PortalLink>
      ))}
    </nav>
  );
}
