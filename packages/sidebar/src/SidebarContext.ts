import { createContext, useContext } from 'react';
import type { ApiError } from '@portico/client/ApiError';
import type { MediaClass } from '@portico/ui/useMediaClass';
import type { RenderLink } from '@portico/ui/renderLink';
import type { ApplicationAddresses } from './features/applications/applicationCards.ts';
import type { SidebarServices } from './SidebarServices.ts';

/** What the features of the sidebar share. */
export interface SidebarContextValue {
  services: SidebarServices;
  mediaClass: MediaClass;
  renderLink: RenderLink;
  applicationsConfig: ApplicationAddresses | undefined;
  /** Address of the page with all notifications; without it nothing leads there. */
  notificationHistoryUrl: string | undefined;
  /** The last API error of the sidebar. */
  apiError: ApiError | undefined;
  /** Keeps an API error in the sidebar's state and hands it to the host; anything else is left alone. Source: spec §8. */
  report: (error: unknown) => void;
  /** A link was followed in this tab: what floats closes. */
  closeAll: () => void;
}

export const SidebarContext = createContext<SidebarContextValue | undefined>(undefined);

export function useSidebar(): SidebarContextValue {
  const value = useContext(SidebarContext);
  if (!value) throw new Error('This part of the sidebar stands outside of ConnectedSidebar.');
  return value;
}
