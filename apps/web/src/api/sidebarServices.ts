import { createClient } from '@portico/client/createClient';
import type { SidebarServices } from '@portico/sidebar/SidebarServices';
import { liveTopics } from './liveTopics.ts';
import { recordAcceptance } from './recordAcceptance.ts';
import { personalStorage } from '../sign-in/personalStorage.ts';
import { readSession } from '../sign-in/sessionCookies.ts';

// A rejected call of the sidebar doesn't go to /logout: the pages' own calls decide. Source: readings, sign-in.
const client = createClient({ baseUrl: '', tokens: readSession, onUnauthorized: () => undefined });
const call = recordAcceptance(client.call);

/** The portal hosts its sidebar like any other application; its own server provides all three services. */
export const sidebarServices: SidebarServices = {
  content: call,
  notification: call,
  account: call,
  live: liveTopics,
  storage: personalStorage,
};
