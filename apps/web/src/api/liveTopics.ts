import { createLiveTopics } from '@portico/client/liveTopics';
import { readSession } from '../sign-in/sessionCookies.ts';

/** What the server pushes to the person who is signed in. A feature asks again for what it shows: `useEffect(() => onTopic('todo', refetch), [])`. */
export const liveTopics = createLiveTopics({ baseUrl: '', tokens: readSession });
export const { onTopic, tell } = liveTopics;
