import { ConnectedSidebar } from '@portico/sidebar/ConnectedSidebar';
import { Breadcrumbs } from '@portico/ui/Breadcrumbs';
import { ThemeSwitch } from '@portico/ui/ThemeSwitch';
import { useMediaClass, type MediaClass } from '@portico/ui/useMediaClass';
import { useMatches, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { SessionKeeper } from '../sign-in/SessionKeeper.tsx';
import { readSettings } from '../sign-in/settings.ts';
import { signOut } from '../sign-in/signOut.ts';
import { OfflineBanner } from './OfflineBanner.tsx';
import type { PageRoute } from './pageRoute.ts';
import { useCurrentTitle } from './pageTitle.ts';
import { portalLink } from './PortalLink.tsx';
import { SearchBar, SearchButton } from './SearchBar.tsx';
import styles from './Shell.module.css';
import { sidebarServices } from './sidebarServices.ts';
import { StickyFooterSlot } from './StickyFooter.tsx';

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
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isDesktop = mediaClass === 'desktop';
  const sidebar = (
    <ConnectedSidebar
      services={sidebarServices}
      mediaClass={mediaClass}
      path={path}
      renderLink={portalLink}
      onSignOut={signOut}
      notificationHistoryUrl="/notifications"
      homeHref="/"
      preferences={isDesktop ? undefined : <ThemeSwitch hasLabels />}
      topBarTools={page?.searchBar !== false && <SearchButton />}
    />
  );
  return (
    <div className={styles.frame} data-media={mediaClass}>
      <a href="#main" className={styles.skip}>Skip to content</a>
      {isDesktop && sidebar}
      <div className={styles.column}>
        {page?.topBar !== false && (isDesktop ? <TopBar page={page} routes={routes} /> : sidebar)}
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

/** The dashboard, the pages on the way down the address, and the page itself. */
function breadcrumbsOf(page: PageRoute | undefined, routes: PageRoute[], title: string | undefined) {
  const above = routes
    .filter((other) => other.layout === 'portal' && page !== undefined && other !== page && (other.path === '/' || page.path.startsWith(`${other.path}/`)))
    .sort((a, b) => a.path.length - b.path.length);
  return [...above.map(({ title: label, path: href }) => ({ label, href })), { label: title ?? page?.title ?? '' }];
}
