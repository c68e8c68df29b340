import { ApiError } from '@portico/client/ApiError';
import { getMenu, type MenuItem } from '@portico/contracts/menu';
import { getCurrentUser } from '@portico/contracts/users';
import { IconButton } from '@portico/ui/IconButton';
import { Logo } from '@portico/ui/Logo';
import type { LinkRenderProps } from '@portico/ui/renderLink';
import { useMediaClass } from '@portico/ui/useMediaClass';
import { useQuery } from '@tanstack/react-query';
import MenuIcon from 'lucide-react/icons/menu';
import { useRef, useState, type MouseEvent } from 'react';
import { MobileSidebar } from '../MobileSidebar.tsx';
import { Sidebar } from '../Sidebar.tsx';
import type { SidebarProps } from '../SidebarProps.ts';
import type { HostEvents } from './hostEvents.ts';
import { useHostPath } from './hostPage.ts';
import type { CheckedConfig } from './sidebarConfig.ts';
import type { SidebarSession } from './sidebarSession.ts';
import styles from './EmbeddedSidebar.module.css';

export interface EmbeddedSidebarProps {
  config: CheckedConfig;
  session: SidebarSession;
  events: HostEvents;
}

/** The sidebar in the page of another application: a column on desktop, a bar with a menu button below. */
export function EmbeddedSidebar({ session, events }: EmbeddedSidebarProps) {
  const path = useHostPath();
  const mediaClass = useMediaClass();
  const menu = useQuery({ queryKey: ['menu'], queryFn: ({ signal }) => session.content(getMenu, {}, { signal }) });
  const user = useQuery({ queryKey: ['users', 'current'], queryFn: ({ signal }) => session.content(getCurrentUser, {}, { signal }) });
  const failed = [menu, user].find((query) => query.isError && query.data === undefined);
  const item = useRef<MenuItem>(undefined);

  const renderLink = ({ href, onClick, ...rest }: LinkRenderProps) => {
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      item.current = undefined;
      onClick?.(event);
      if (event.defaultPrevented || rest.target === '_blank' || !isPlain(event)) return;
      const { id, name } = { ...(item.current as MenuItem | undefined) };
      events.navigate({ href: new URL(href, document.baseURI).href, id, name }, event.nativeEvent);
    };
    return <a {...rest} href={href} onClick={follow} />;
  };

  const props: SidebarProps = {
    menu: menu.data,
    user: user.data,
    error: failed && { requestId: failed.error instanceof ApiError ? failed.error.requestId : undefined },
    onRetry: () => {
      for (const query of [menu, user]) if (query.isError) void query.refetch();
    },
    isRetrying: menu.isFetching || user.isFetching,
    path,
    renderLink,
    onSignOut: () => events.signOut(),
    onNavigate: (followed) => {
      item.current = followed;
    },
  };
  return mediaClass === 'desktop' ? <Sidebar {...props} /> : <MenuBar key={mediaClass} {...props} />;
}

const isPlain = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

function MenuBar(props: SidebarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.bar} data-print="hidden">
      <IconButton label="Menu" icon={<MenuIcon aria-hidden="true" />} hasTooltip={false} aria-expanded={isOpen} aria-haspopup="dialog" onPress={() => setOpen(true)} />
      {props.menu?.intranetUrl
        ? props.renderLink({ href: props.menu.intranetUrl, className: styles.logo, children: <Logo /> })
        : <Logo />}
      <MobileSidebar {...props} isOpen={isOpen} onOpenChange={setOpen} />
    </div>
  );
}
