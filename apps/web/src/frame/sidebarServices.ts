import { createClient } from '@portico/client/createClient';
import type { SidebarServices } from '@portico/sidebar/SidebarServices';
import { liveTopics } from '../api/liveTopics.ts';
import { personalStorage } from '../sign-in/personalStorage.ts';
import { readSession } from '../sign-in/sessionCookies.ts';

// A refusal inside the sidebar does not lead to /logout: the pages' own calls decide about that. Source: readings, sign-in.
const { call } = createClient({ baseUrl: '', tokens: readSession, onUnauthorized: () => undefined });

/** The portal hosts its sidebar as any other application would; all three services are its own server. */
export const sidebarServices: SidebarServices = {
  content: call,
  notification: call,
  account: call,
  live: liveTopics,
  storage: personalStorage,
};
