import { ConnectedSidebar } from '@portico/sidebar/ConnectedSidebar';
import { Breadcrumbs } from '@portico/ui/Breadcrumbs';
import { ThemeSwitch } from '@portico/ui/ThemeSwitch';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { useMediaClass } from '@portico/ui/useMediaClass';
import { useMatches, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Suspense, useState } from 'react';
import type { ApiError } from '@portico/client/ApiError';
import { afterFirstPaint } from '@portico/ui/afterFirstPaint';
import { useQueryClient } from '@tanstack/react-query';
import { LanguageSwitch } from './language/LanguageSwitch.tsx';
import { t } from '../locale/text.ts';
import { readSettings } from '../sign-in/settings.ts';
import { signOut } from '../sign-in/signOut.ts';
import { isChunkError, reloadOnce } from '../routing/loadPage.ts';
import type { PageRoute } from '../routing/pageRoute.ts';
import { useCurrentTitle, currentVisit } from '../routing/pageTitle.ts';
import { PartBoundary } from '../kit/PartBoundary.tsx';
import { PortalLink, portalLink } from '../kit/PortalLink.tsx';
import { RecentPages } from './RecentPages.tsx';
import { SearchBar, SearchButton } from '../search/SearchBar.tsx';
import styles from './Shell.module.css';
import { sidebarServices } from '../api/sidebarServices.ts';
import { StickyFooterSlot } from '../kit/list/StickyFooter.tsx';
import { SlowBanner } from './banners/SlowBanner.tsx';
import { useApplicationAddresses } from './useApplicationAddresses.ts';
import { useWidgetPanel, WidgetBar, WidgetButtons } from './WidgetBar.tsx';
import { recordVisit } from '../sign-in/visitedPages.ts';

const LateParts = lazyInBackground(() => import('./LateParts.tsx'));

export interface ShellProps {
  routes: PageRoute[];
  children: ReactNode;
}

/**
 * The portal around its pages. Another device class re-creates its bars; the page inside stays, because somebody may
 * be writing in it. Source: spec §2 Layouts.
 */
export function Shell({ routes, children }: ShellProps) {
  const mediaClass = useMediaClass();
  useContentChanges();
  const [stickyFoot, setStickyFoot] = useState<HTMLElement | null>(null);
  const page = useMatches().at(-1)?.staticData.page;
  const path = useRouterState({ select: (state) => state.location.pathname });
  const applicationsConfig = useApplicationAddresses();
  const isDesktop = mediaClass === 'desktop';
  // Drafts have no widget bar, except the dashboard's, which defines the widgets.
  const isPreview = page?.path === '/preview';
  const widgetPanel = useWidgetPanel(isPreview);
  const hasWidgetBar = isDesktop && widgetPanel.hasWidgets && (page?.topBar !== false || isPreview);
  const sidebar = (
    <PartBoundary key={mediaClass} name="sidebar">
      <ConnectedSidebar
        services={sidebarServices}
        mediaClass={mediaClass}
        path={path}
        renderLink={portalLink}
        onSignOut={signOut}
        onError={reportSidebarError}
        onTryAgain={(error) => isChunkError(error) && reloadOnce()}
        rememberBrowser={readSettings().rememberBrowser}
        isWriting={path === '/studio' || path.startsWith('/studio/')}
        applicationsConfig={applicationsConfig}
        notificationHistoryUrl="/notifications"
        homeHref="/"
        preferences={
          isDesktop ? (
            <LanguageSwitch />
          ) : (
            <>
              <ThemeSwitch hasLabels />
              <LanguageSwitch />
            </>
          )
        }
        topBarTools={
          <>
            {page?.searchBar !== false && <SearchButton />}
            {!isDesktop && <WidgetButtons isPreview={isPreview} />}
          </>
        }
        widgetPanel={hasWidgetBar ? widgetPanel : undefined}
      />
    </PartBoundary>
  );
  return (
    <div
      className={styles.frame}
      data-media={mediaClass}
      data-widgets={(hasWidgetBar && widgetPanel.isOpen) || undefined}
    >
      <a href="#main" className={styles.skip} data-print="hidden">
        {t('shared.skip')}
      </a>
      {isDesktop && sidebar}
      <div className={styles.column}>
        {page?.topBar !== false && (isDesktop ? <TopBar page={page} routes={routes} /> : sidebar)}
        <div className={styles.notices} data-print="hidden">
          <SlowBanner />
          <Suspense>
            <LateParts />
          </Suspense>
        </div>
        <main id="main" tabIndex={-1} className={styles.main}>
          <StickyFooterSlot value={stickyFoot}>{children}</StickyFooterSlot>
        </main>
        {page?.stickyFooter && <div ref={setStickyFoot} className={styles.stickyFoot} data-print="hidden" />}
        <footer className={styles.footer} data-print="hidden">
          <p>{t('shared.footer', { product: readSettings().productName })}</p>
          <PortalLink href="/forms">{t('shared.formsTitle')}</PortalLink>
        </footer>
      </div>
      {hasWidgetBar && widgetPanel.isOpen && (
        <PartBoundary name="widget bar">
          <WidgetBar isPreview={isPreview} />
        </PartBoundary>
      )}
      <VisitRecorder />
    </div>
  );
}

function TopBar({ page, routes }: { page: PageRoute | undefined; routes: PageRoute[] }) {
  const title = useCurrentTitle();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <header className={styles.topBar} data-print="hidden">
      <div className={styles.whereabouts}>
        <Breadcrumbs items={breadcrumbsOf(page, routes, title)} renderLink={portalLink} />
        <RecentPages path={path} />
      </div>
      <div className={styles.tools}>
        {page?.searchBar !== false && <SearchBar />}
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** The dashboard, the parent pages of the address except those of single items, and the page itself. */
function breadcrumbsOf(page: PageRoute | undefined, routes: PageRoute[], title: string | undefined) {
  const above = routes
    .filter(
      (other) =>
        other.layout === 'portal' &&
        page !== undefined &&
        other !== page &&
        !other.path.includes('$') &&
        (other.path === '/' || page.path.startsWith(`${other.path}/`)),
    )
    .sort((a, b) => a.path.length - b.path.length);
  const top = [...above, ...(page ? [page] : [])].findLastIndex((route) => route.isTopLevel);
  const crumbs = above.filter(({ path }, index) => path === '/' || index >= top);
  return [
    ...crumbs.map(({ title: key, path: href }) => ({ label: t(key), href })),
    { label: title ?? (page ? t(page.title) : '') },
  ];
}

/** Records which pages the user opens: private ones that loaded, and no drafts. Source: spec §2, §5. */
function VisitRecorder() {
  const match = useMatches().at(-1);
  const title = useCurrentTitle();
  const path = match?.pathname;
  const { private: isPrivate, topBar } = match?.staticData.page ?? { private: false, topBar: false };
  useEffect(() => {
    // Read the title now: the first render at this path may still have the previous page's title.
    const visit = currentVisit();
    if (path !== undefined && visit !== undefined && isPrivate && topBar) recordVisit({ path, title: visit });
  }, [path, title, isPrivate, topBar]);
  return null;
}

const reported = new Set<string>();

/**
 * Logs each kind of API error of the sidebar once. The sidebar shows the errors that matter to the user. Source: spec
 * §2, §8.
 */
function reportSidebarError({ code, detail, requestId }: ApiError): void {
  if (reported.has(code)) return;
  reported.add(code);
  // oxlint-disable-next-line no-console -- the user sees the error in the sidebar; developers need the cause
  console.warn(`A call of the sidebar failed (${code}): ${detail}${requestId ? ` Reference ${requestId}.` : ''}`);
}

/** Keeps the visible content current. Its code loads with the other late parts of the page. */
function useContentChanges(): void {
  const cache = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void afterFirstPaint()
      .then(() => import('./followContent.ts'))
      .then(
        ({ followContent }) => {
          if (!isGone) stop = followContent(cache);
        },
        () => undefined,
      );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [cache]);
}
