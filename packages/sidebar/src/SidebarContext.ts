import { createContext, useContext } from 'react';
import type { ApiError } from '@portico/client/ApiError';
import type { MediaClass } from '@portico/ui/useMediaClass';
import type { RenderLink } from '@portico/ui/renderLink';
import type { ApplicationAddresses } from './features/applications/applicationCards.ts';
import type { SidebarServices } from './SidebarServices.ts';

/** State shared by the features of the sidebar. */
export interface SidebarContextValue {
  services: SidebarServices;
  mediaClass: MediaClass;
  renderLink: RenderLink;
  applicationsConfig: ApplicationAddresses | undefined;
  /** Address of the notification history; without it there is no link. */
  notificationHistoryUrl: string | undefined;
  /** The latest API error of the sidebar. */
  apiError: ApiError | undefined;
  /** Stores an API error and reports it to the host; ignores other errors. Source: spec §8. */
  report: (error: unknown) => void;
  /** Closes panels after a link was followed in this tab. */
  closeAll: () => void;
}

export const SidebarContext = createContext<SidebarContextValue | undefined>(undefined);

export function useSidebar(): SidebarContextValue {
  const value = useContext(SidebarContext);
  if (!value) throw new Error('This part of the sidebar is outside of ConnectedSidebar.');
  return value;
}
