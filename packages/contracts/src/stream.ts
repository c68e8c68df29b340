/**
 * `GET /api/v1/stream`: server-sent events for one signed-in person. `event` is a topic and `data` is `{}`.
 * Such an event says only that something has changed; the receiver refetches what it shows. Other data of `studio` is
 * an `AnnouncedSave`, which those who have that item open need not fetch. `id` is a position in the
 * history of changes: all earlier changes have been sent. A receiver that reconnects passes the last one as `since`,
 * and gets what changed from there on; without `since`, it gets what changed in the last RECENT_CHANGES_MS. Source:
 * decisions/0228.
 */
export const streamPath = '/api/v1/stream';

/** Topics of the stream. `hello` is sent once per connection, after everything that changed before it. */
export const streamTopics = [
  'hello',
  'notifications',
  'todo',
  'checklists',
  'forms',
  'registrations',
  'content',
  'studio',
  'menu',
  'users',
  'maintenance',
  'acting',
] as const;
export type StreamTopic = (typeof streamTopics)[number];
/** A kind of change that the server reports. */
export type LiveTopic = Exclude<StreamTopic, 'hello'>;

/** What a position looks like. */
export const POSITION_PATTERN = /^\d{1,19}$/;

/** A page loads before its stream opens, so a new stream also reports what changed shortly before. */
export const RECENT_CHANGES_MS = 30_000;

/**
 * Interval of comment lines, which keep proxies from closing an idle connection. A receiver reconnects after twice this
 * time without data.
 */
export const STREAM_HEARTBEAT_MS = 20_000;
