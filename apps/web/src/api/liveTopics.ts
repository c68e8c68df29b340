import { createLiveTopics } from '@portico/client/liveTopics';
import { readSession } from '../sign-in/sessionCookies.ts';

/**
 * Server events for the signed-in user. A feature refetches what it shows: `useEffect(() => onTopic('todo', refetch),
 * [])`.
 */
export const liveTopics = createLiveTopics({ baseUrl: '', tokens: readSession });
export const { onTopic, notifyOtherTabs } = liveTopics;
