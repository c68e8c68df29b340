import type { MenuItem } from '@portico/contracts/menu';
import type { RenderLink } from '@portico/ui/renderLink';
import { useMediaClass } from '@portico/ui/useMediaClass';
import { useMemo, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { ConnectedSidebar } from '../ConnectedSidebar.tsx';
import type { HostEvents } from './hostEvents.ts';
import { useHostPath } from './hostPage.ts';
import type { CheckedConfig } from './sidebarConfig.ts';
import type { SidebarSession } from './sidebarSession.ts';
import styles from './EmbeddedSidebar.module.css';
import { t } from '../text.ts';

export interface EmbeddedSidebarProps {
  config: CheckedConfig;
  session: SidebarSession;
  events: HostEvents;
}

/** Portal pages that the sidebar links to without the menu. */
const NOTIFICATION_HISTORY_PATH = '/notifications';
const SIGN_OUT_PATH = '/logout';

/** The sidebar in another application's page: a column on desktop, otherwise a bar with a menu button. */
export function EmbeddedSidebar({ config, session: { services, links, report }, events }: EmbeddedSidebarProps) {
  const path = useHostPath();
  const mediaClass = useMediaClass();
  const [isWidgetPanelOpen, setWidgetPanelOpen] = useState(true);
  const notificationHistoryUrl = useSyncExternalStore(links.onMove, () => links.toPortal(NOTIFICATION_HISTORY_PATH));
  const followed = useRef<MenuItem>(undefined);

  const renderLink = useMemo(
    (): RenderLink =>
      ({ href, onClick, ...rest }) => {
        const follow = (event: MouseEvent<HTMLAnchorElement>) => {
          followed.current = undefined;
          onClick?.(event);
          if (event.defaultPrevented || rest.target === '_blank' || !isPlainClick(event)) return;
          events.navigate(linkOf(href, followed.current), event.nativeEvent);
        };
        return <a {...rest} href={href} onClick={follow} />;
      },
    [events],
  );

  return (
    // A separate region, so that the bar's header does not count as the banner of the host's page.
    <section className={styles.root} aria-label={mediaClass === 'desktop' ? undefined : t('portal')}>
      <ConnectedSidebar
        key={mediaClass}
        services={services}
        mediaClass={mediaClass}
        path={path}
        renderLink={renderLink}
        onSignOut={() => {
          if (!events.signOut()) location.assign(links.toPortal(SIGN_OUT_PATH));
        }}
        onNavigate={(item) => {
          followed.current = item;
        }}
        onError={report}
        widgetPanel={
          config.showWidgetToggle
            ? {
                isOpen: isWidgetPanelOpen,
                onChange: (isOpen) => {
                  setWidgetPanelOpen(isOpen);
                  events.widgetPanelChange(isOpen);
                },
              }
            : undefined
        }
        rememberBrowser={config.rememberBrowser}
        applicationsConfig={config.applicationsConfig}
        notificationHistoryUrl={notificationHistoryUrl}
      />
    </section>
  );
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

const linkOf = (href: string, item: MenuItem | undefined) => ({
  href: new URL(href, document.baseURI).href,
  id: item?.id,
  name: item?.name,
});
