import { useEffect, useRef } from 'react';
import { PortalLink } from './PortalLink.tsx';
import styles from './SectionNav.module.css';

export interface SectionPage {
  href: string;
  label: string;
  /** Number of things waiting there; 0 is not shown. */
  count?: number | undefined;
}

export interface SectionGroup {
  label: string;
  /** Empty for people who may open none of them: the group is left out. */
  pages: SectionPage[];
}

interface SectionNavProps {
  label: string;
  pages: SectionPage[];
  /** The address of the current page. */
  current: string;
}

/** The pages of a section, such as the lists of duties. On narrow screens, one line that scrolls. */
export const SectionNav = ({ pages, ...props }: SectionNavProps) => (
  <GroupedNav {...props} groups={[{ label: '', pages }]} />
);

interface GroupedNavProps {
  label: string;
  groups: SectionGroup[];
  current: string;
}

/**
 * The pages of a large section: a line of groups, each of which leads to its first page, and a line with the pages of
 * the current one. Of a single group, only the pages.
 */
export function GroupedNav({ label, groups, current }: GroupedNavProps) {
  const shown = groups.filter(({ pages }) => pages.length > 0);
  const own = shown.length === 1 ? shown[0] : shown.find(({ pages }) => pages.some(({ href }) => href === current));
  return (
    <nav aria-label={label} className={styles.nav}>
      {shown.length > 1 && (
        <Line
          links={shown.map((group) => ({
            href: group.pages[0]!.href,
            label: group.label,
            // The pages of the current group show their own counts.
            count: group === own ? 0 : group.pages.reduce((sum, { count = 0 }) => sum + count, 0),
            isCurrent: group === own && 'true',
          }))}
        />
      )}
      {own && (
        <Line
          {...(shown.length > 1 && { name: own.label })}
          links={own.pages.map((page) => ({ ...page, isCurrent: page.href === current && 'page' }))}
        />
      )}
    </nav>
  );
}

interface LineProps {
  /** Of a line of which there are several. */
  name?: string;
  links: Array<SectionPage & { isCurrent: 'page' | 'true' | false }>;
}

function Line({ name, links }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  const seen = links.map(({ href, count, isCurrent }) => `${href} ${count} ${isCurrent}`).join();
  useEffect(() => {
    const link = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) line.current!.scrollLeft = link.offsetLeft - (line.current!.clientWidth - link.offsetWidth) / 2;
    // Some pages and all counts come later.
  }, [seen]);
  return (
    <div ref={line} className={styles.line} {...(name !== undefined && { role: 'group', 'aria-label': name })}>
      {links.map(({ href, label, count = 0, isCurrent }) => (
        <PortalLink key={href} href={href} className={styles.page} aria-current={isCurrent || undefined}>
          {label}
          {count > 0 && (
            <>
              {' '}
              <span className={styles.count}>{count}</span>
            </>
          )}
        </PortalLink>
      ))}
    </div>
  );
}
