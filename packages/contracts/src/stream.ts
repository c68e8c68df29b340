/**
 * `GET /api/v1/stream`: server-sent events to one signed-in person. Each event has a topic as its `event` and `{}` or the
 * shape named here as its `data`; it says that something has changed, and the receiver asks again for what it shows.
 */
export const streamPath = '/api/v1/stream';

/** Topics of the stream. `hello` comes first, and again after the line was cut. */
export const streamTopics = ['hello', 'notifications', 'todo', 'checklists', 'forms', 'registrations'] as const;
export type StreamTopic = (typeof streamTopics)[number];

/** A comment line so often keeps proxies from closing a quiet line. A receiver that hears nothing for twice as long begins anew. */
export const STREAM_HEARTBEAT_MS = 20_000;
