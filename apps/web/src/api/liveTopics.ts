import { createLiveTopics } from '@portico/client/liveTopics';
import { readSession } from '../sign-in/sessionCookies.ts';

/**
 * Server events for the signed-in user. A feature loads what it shows again: `useReloadOn('todo', activeTasksQuery())`,
 * or invalidates it.
 */
export const liveTopics = createLiveTopics({ baseUrl: '', tokens: readSession });
export const { onTopic, notifyOtherTabs } = liveTopics;
