/**
 * `GET /api/v1/stream`: server-sent events to one signed-in person. Each event has a topic as its `event` and `{}` or
 * the shape named here as its `data`; it says that something has changed, and the receiver asks again for what it
 * shows.
 */
export const streamPath = '/api/v1/stream';

/** Topics of the stream. `hello` comes first, and again after the line was cut. */
export const streamTopics = [
  'hello',
  'notifications',
  'todo',
  'checklists',
  'forms',
  'registrations',
  'content',
  'studio',
  'maintenance',
] as const;
export type StreamTopic = (typeof streamTopics)[number];

/**
 * Interval of comment lines, which keep proxies from closing an idle connection. A receiver reconnects after twice as
 * long.
 */
export const STREAM_HEARTBEAT_MS = 20_000;
