import type { Call } from '@portico/client/createClient';
import type { LiveTopics } from '@portico/client/liveTopics';
import type { PersonalStorage } from '@portico/client/personalStorage';

/** What the sidebar asks and tells the world through; the application that hosts it makes them of its addresses and tokens. */
export interface SidebarServices {
  /** Menu and current user. */
  content: Call;
  notification: Call;
  /** The remembered browser; these calls carry the cookies of the account service. */
  account: Call;
  live: LiveTopics;
  storage: PersonalStorage;
}
