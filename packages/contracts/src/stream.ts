/**
 * `GET /api/v1/stream`: server-sent events for one signed-in person. `event` is a topic and `data` is `{}`.
 * An event says only that something has changed; the receiver refetches what it shows.
 */
export const streamPath = '/api/v1/stream';

/** Topics of the stream. `hello` is sent first, and again after a reconnect. */
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
 * Interval of comment lines, which keep proxies from closing an idle connection. A receiver reconnects after twice this
 * time without data.
 */
export const STREAM_HEARTBEAT_MS = 20_000;
