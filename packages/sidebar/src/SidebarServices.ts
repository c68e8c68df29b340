import type { Call } from '@portico/client/createClient';
import type { LiveTopics } from '@portico/client/liveTopics';
import type { PersonalStorage } from '@portico/client/personalStorage';

/** The services behind the sidebar, created by the host application with its addresses and tokens. */
export interface SidebarServices {
  /** Menu and current user. */
  content: Call;
  notification: Call;
  /** The remembered browser. These calls send the cookies of the account service. */
  account: Call;
  live: LiveTopics;
  storage: PersonalStorage;
}
