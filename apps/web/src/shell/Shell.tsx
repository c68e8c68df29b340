import { MobileSidebar } from '@portico/sidebar/MobileSidebar';
import { Sidebar } from '@portico/sidebar/Sidebar';
import type { SidebarProps } from '@portico/sidebar/SidebarProps';
import { Breadcrumbs } from '@portico/ui/Breadcrumbs';
import { IconButton } from '@portico/ui/IconButton';
import { Logo } from '@portico/ui/Logo';
import { ThemeSwitch } from '@portico/ui/ThemeSwitch';
import { useMediaClass, type MediaClass } from '@portico/ui/useMediaClass';
import { useMatches } from '@tanstack/react-router';
import MenuIcon from 'lucide-react/icons/menu';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { SessionKeeper } from '../sign-in/SessionKeeper.tsx';
import { readSettings } from '../sign-in/settings.ts';
import { OfflineBanner } from './OfflineBanner.tsx';
import type { PageRoute } from './pageRoute.ts';
import { useCurrentTitle } from './pageTitle.ts';
import { PortalLink, portalLink } from './PortalLink.tsx';
import { SearchBar, SearchButton } from './SearchBar.tsx';
import styles from './Shell.module.css';
import { StickyFooterSlot } from './StickyFooter.tsx';
import { useSidebarData } from './useSidebarData.ts';

export interface ShellProps {
  routes: PageRoute[];
  children: ReactNode;
}

/** The portal around its pages. Made anew when the device class changes. Source: spec §2 Layouts. */
export function Shell(props: ShellProps) {
  const mediaClass = useMediaClass();
  return <Frame key={mediaClass} mediaClass={mediaClass} {...props} />;
}

function Frame({ mediaClass, routes, children }: ShellProps & { mediaClass: MediaClass }) {
  const [stickyFoot, setStickyFoot] = useState<HTMLElement | null>(null);
  const page = useMatches().at(-1)?.staticData.page;
  const sidebar = useSidebarData();
  const isDesktop = mediaClass === 'desktop';
  return (
    <div className={styles.frame} data-media={mediaClass}>
      <a href="#main" className={styles.skip}>Skip to content</a>
      {isDesktop && <Sidebar {...sidebar} />}
      <div className={styles.column}>
        {page?.topBar !== false && (isDesktop ? <TopBar page={page} routes={routes} /> : <MobileTopBar page={page} sidebar={sidebar} />)}
        <div className={styles.notices} data-print="hidden"><OfflineBanner /></div>
        <main id="main" tabIndex={-1} className={styles.main}>
          <StickyFooterSlot value={stickyFoot}>{children}</StickyFooterSlot>
        </main>
        {page?.stickyFooter && <div ref={setStickyFoot} className={styles.stickyFoot} data-print="hidden" />}
        <footer className={styles.footer} data-print="hidden">
          <p>{readSettings().productName}. For financial professionals of the group. Not for use with the public.</p>
        </footer>
      </div>
      <SessionKeeper />
    </div>
  );
}

function TopBar({ page, routes }: { page: PageRoute | undefined; routes: PageRoute[] }) {
  const title = useCurrentTitle();
  return (
    <header className={styles.topBar} data-print="hidden">
      <Breadcrumbs items={breadcrumbsOf(page, routes, title)} renderLink={portalLink} />
      <div className={styles.tools}>
        {page?.searchBar !== false && <SearchBar />}
        <ThemeSwitch />
      </div>
    </header>
  );
}

function MobileTopBar({ page, sidebar }: { page: PageRoute | undefined; sidebar: SidebarProps }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <header className={styles.topBar} data-print="hidden">
      <IconButton label="Menu" icon={<MenuIcon aria-hidden="true" />} hasTooltip={false} aria-expanded={isOpen} aria-haspopup="dialog" onPress={() => setIsOpen(true)} />
      <PortalLink href="/" className={styles.logo}><Logo /></PortalLink>
      {page?.searchBar !== false && <SearchButton />}
      <MobileSidebar {...sidebar} preferences={<ThemeSwitch hasLabels />} isOpen={isOpen} onOpenChange={setIsOpen} />
    </header>
  );
}

/** The dashboard, the pages on the way down the address, and the page itself. */
function breadcrumbsOf(page: PageRoute | undefined, routes: PageRoute[], title: string | undefined) {
  const above = routes
    .filter((other) => other.layout === 'portal' && page !== undefined && other !== page && (other.path === '/' || page.path.startsWith(`${other.path}/`)))
    .sort((a, b) => a.path.length - b.path.length);
  return [...above.map(({ title: label, path: href }) => ({ label, href })), { label: title ?? page?.title ?? '' }];
}
