import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@portico/client/ApiError';
import type { MenuItem } from '@portico/contracts/menu';
import { ErrorState } from '@portico/ui/ErrorState';
import type { RenderLink } from '@portico/ui/renderLink';
import { Spinner } from '@portico/ui/Spinner';
import type { MediaClass } from '@portico/ui/useMediaClass';
import type { ApplicationAddresses } from './features/applications/applicationCards.ts';
import { panelTitle, type PanelName } from './features/menu/panelOf.ts';
import { currentUserQuery, menuQuery } from './frame.queries.ts';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { NarrowTopBar } from './NarrowTopBar.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SidebarBoundary } from './errors/SidebarBoundary.tsx';
import { SidebarContext } from './SidebarContext.ts';
import { SidebarFailure } from './errors/SidebarFailure.tsx';
import type { SidebarPanels, WidgetPanelSwitch } from './SidebarProps.ts';
import type { SidebarServices } from './SidebarServices.ts';
import { t } from './text.ts';

// Not part of the first load.
const NotificationWatch = lazyInBackground(() => import('./features/notifications/NotificationWatch.tsx'));
const RememberBrowser = lazyInBackground(() => import('./features/remember-browser/RememberBrowser.tsx'));
const panelContents = {
  Applications: lazy(() => import('./features/applications/ApplicationsPanel.tsx')),
  Notifications: lazy(() => import('./features/notifications/NotificationPanel.tsx')),
} satisfies Record<PanelName, unknown>;

/** A remounted sidebar finds earlier errors in the cache; each is reported once. */
const reported = new WeakSet<ApiError>();

export interface ConnectedSidebarProps {
  /** Stable while the user and the addresses are the same. */
  services: SidebarServices;
  /**
   * On desktop the sidebar is a column; otherwise it slides in from a bar at the top. Also use it as the `key`, because
   * a change must remount the sidebar.
   */
  mediaClass: MediaClass;
  /** Path of the current page, without query and hash. A change closes panels. */
  path: string;
  renderLink: RenderLink;
  onSignOut: () => void;
  /** Called when a menu link was followed in this tab. */
  onNavigate?: ((item: MenuItem) => void) | undefined;
  /** Called with every API error of the sidebar, including background calls. Source: spec §8. */
  onError?: ((error: ApiError) => void) | undefined;
  /**
   * Called with the error when the user retries a part that could not be rendered. The portal reloads if its code no
   * longer exists.
   */
  onTryAgain?: ((error: unknown) => void) | undefined;
  /** Settings such as the theme; shown in the user menu. */
  preferences?: ReactNode;
  /** Desktop only. Without it there is no switch. */
  widgetPanel?: WidgetPanelSwitch | undefined;
  /** Offers to remember this browser. If false, no account calls are made. */
  rememberBrowser?: boolean | undefined;
  /** Whether the page is for writing, such as the studio: no dialog opens there. */
  isWriting?: boolean | undefined;
  applicationsConfig?: ApplicationAddresses | undefined;
  /** Address of the portal's notification history. */
  notificationHistoryUrl?: string | undefined;
  /** On phones and tablets: target of the bar's logo; by default the menu's intranet address. */
  homeHref?: string | undefined;
  /** On phones and tablets: the host's tools in the bar, between logo and bell. */
  topBarTools?: ReactNode;
}

/**
 * The complete sidebar with its data: menu, user, applications, notifications, remembered browser. Needs a
 * QueryClientProvider.
 */
export function ConnectedSidebar({
  services,
  mediaClass,
  path,
  renderLink,
  onSignOut,
  onNavigate,
  onError,
  onTryAgain,
  preferences,
  widgetPanel,
  rememberBrowser = false,
  isWriting = false,
  applicationsConfig,
  notificationHistoryUrl,
  homeHref,
  topBarTools,
}: ConnectedSidebarProps) {
  const menu = useQuery(menuQuery(services.content));
  const user = useQuery(currentUserQuery(services.content));
  const [panel, setPanel, panels] = usePanels(path, onTryAgain);
  const [isOfferOpen, setOfferOpen] = useState(false);
  const [isPopUpOpen, setPopUpOpen] = useState(false);
  const [apiError, report] = useErrorReport(onError);
  useEffect(() => {
    report(menu.error);
    report(user.error);
  }, [report, menu.error, user.error]);

  const context = useMemo(
    () => ({
      services,
      mediaClass,
      renderLink,
      applicationsConfig,
      notificationHistoryUrl,
      apiError,
      report,
      closeAll: () => setPanel(undefined),
    }),
    [services, mediaClass, renderLink, applicationsConfig, notificationHistoryUrl, apiError, report, setPanel],
  );

  const failed = [menu, user].find((query) => query.isError && query.data === undefined);
  const shared = {
    menu: menu.data,
    user: user.data,
    error: failed && {
      message: failed === menu ? t('menuNotLoaded') : t('userNotLoaded'),
      requestId: failed.error instanceof ApiError ? failed.error.requestId : undefined,
    },
    onRetry: () => {
      for (const query of [menu, user]) if (query.isError) void query.refetch();
    },
    isRetrying: menu.isFetching || user.isFetching,
    onNavigate: (item: MenuItem) => {
      setPanel(undefined);
      onNavigate?.(item);
    },
    path,
    renderLink,
    onSignOut,
    preferences,
    panels,
  };
  return (
    <SidebarContext value={context}>
      <SidebarBoundary
        onTryAgain={onTryAgain}
        renderFailure={(tryAgain) => <SidebarFailure isColumn={mediaClass === 'desktop'} onTryAgain={tryAgain} />}
      >
        {mediaClass === 'desktop' ? (
          <Sidebar {...shared} widgetPanel={widgetPanel} />
        ) : (
          <NarrowTopBar {...shared} homeHref={homeHref ?? menu.data?.intranetUrl ?? undefined} tools={topBarTools} />
        )}
      </SidebarBoundary>
      <SidebarBoundary>
        <Suspense fallback={null}>
          <NotificationWatch
            isPanelOpen={panel === 'Notifications'}
            areSuppressed={isOfferOpen}
            path={path}
            onOpenChange={setPopUpOpen}
          />
        </Suspense>
      </SidebarBoundary>
      {rememberBrowser && (
        <SidebarBoundary>
          <Suspense fallback={null}>
            <RememberBrowser
              // Only one of offer and pop-up gives way to the other, or both would open and close forever.
              isHeldBack={isWriting || panel !== undefined || (isPopUpOpen && !isOfferOpen)}
              onOpenChange={setOfferOpen}
            />
          </Suspense>
        </SidebarBoundary>
      )}
    </SidebarContext>
  );
}

/** The latest API error, and a function that reports errors to the host, each one once. */
function useErrorReport(onError: ((error: ApiError) => void) | undefined) {
  const [apiError, setApiError] = useState<ApiError>();
  const notifyHost = useRef(onError);
  useEffect(() => {
    notifyHost.current = onError;
  });
  const report = useCallback((error: unknown) => {
    if (!(error instanceof ApiError) || reported.has(error)) return;
    reported.add(error);
    setApiError(error);
    notifyHost.current?.(error);
  }, []);
  return [apiError, report] as const;
}

/** The open panel, which closes when the path changes. Returns the focus to the element that opened it. */
function usePanels(path: string, onTryAgain: ConnectedSidebarProps['onTryAgain']) {
  const [panel, setPanel] = useState<PanelName>();
  const opener = useRef<HTMLElement>(null);

  const [seenPath, setSeenPath] = useState(path);
  if (seenPath !== path) {
    setSeenPath(path);
    setPanel(undefined);
  }

  const PanelContent = panel && panelContents[panel];
  const panels: SidebarPanels = {
    open: panel,
    onToggle: (name, from) => {
      opener.current = from;
      setPanel((open) => (open === name ? undefined : name));
    },
    onClose: (isElsewhere = false) => {
      setPanel(undefined);
      if (!isElsewhere) opener.current?.focus();
    },
    content: PanelContent && (
      <SidebarBoundary
        key={panel}
        onTryAgain={onTryAgain}
        renderFailure={(tryAgain) => (
          <ErrorState
            size="compact"
            headingLevel={3}
            title={t('panelNotShown', { panel: panelTitle(panel) })}
            onRetry={tryAgain}
          />
        )}
      >
        <Suspense fallback={<Spinner size="large" />}>
          <PanelContent />
        </Suspense>
      </SidebarBoundary>
    ),
  };
  return [panel, setPanel, panels] as const;
}
