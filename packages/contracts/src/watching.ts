import { z } from 'zod/mini';
import { endpoint } from './base/endpoint.ts';

/** While somebody watches, their page reports this often. */
export const WATCH_REPORT_MS = 15_000;
/** A report counts the time since the one before it, unless that was longer ago. */
export const MAX_WATCH_GAP_MS = 40_000;
/** Reports of a person in a minute, of which few pages need more than six. */
export const WATCH_REPORTS_PER_MINUTE = 60;

export const MAX_WATCH_MINUTES = 600;
export const MAX_WATCH_CHECKS = 20;
/** There is at most one check in so many minutes. */
export const MIN_MINUTES_PER_CHECK = 2;
export const MIN_ANSWER_SECONDS = 30;
export const MAX_ANSWER_SECONDS = 600;
/** People who need it have so many times as long to answer. Source: WCAG 2.2, 2.2.1. */
export const MORE_TIME = 10;

/** What people watch: a film on the page of the event, or a meeting that they join online. */
export const WatchedThing = z.enum(['Film', 'Meeting']);
export type WatchedThing = z.infer<typeof WatchedThing>;

/** What counts as having been there. */
export const WatchingRule = z
  .object({
    what: WatchedThing,
    minutes: z.int().check(z.minimum(1), z.maximum(MAX_WATCH_MINUTES)),
    checks: z.int().check(z.minimum(0), z.maximum(MAX_WATCH_CHECKS)),
    answerSeconds: z.int().check(z.minimum(MIN_ANSWER_SECONDS), z.maximum(MAX_ANSWER_SECONDS)),
  })
  .check(
    z.refine(
      ({ minutes, checks }) => checks * MIN_MINUTES_PER_CHECK <= minutes,
      `At most one check in ${MIN_MINUTES_PER_CHECK} minutes`,
    ),
  );
export type WatchingRule = z.infer<typeof WatchingRule>;

const EventParams = z.object({ eventId: z.uuid() });

const OwnWatching = z.object({
  what: WatchedThing,
  /** What is needed, and how long people have to answer a check. */
  minutes: z.int(),
  checks: z.int(),
  answerSeconds: z.int(),
  opensAt: z.iso.datetime(),
  /** Null for films, which people can also watch after the event. */
  closesAt: z.nullable(z.iso.datetime()),
  /** False for people who need a spot and have none. */
  mayWatch: z.boolean(),
  isHere: z.boolean(),
  /** What counts so far. */
  seconds: z.int(),
  answered: z.int(),
  missed: z.int(),
  /** Whether the calling page is the one in which the person watches. */
  isOwn: z.boolean(),
  /** The check that waits for an answer; nothing counts until then. */
  check: z.nullable(z.object({ id: z.uuid() })),
});
export type OwnWatching = z.infer<typeof OwnWatching>;

/** Throws `not_found` if nothing is counted at this event. */
export const getOwnWatching = endpoint({
  method: 'GET',
  path: '/api/v1/events/:eventId/watching',
  summary: 'How much of an event the reader has watched, and what is missing',
  params: EventParams,
  response: OwnWatching,
});

const fromPage = {
  /** Made up by the page; another page of the same person takes over when it starts. */
  watchId: z.uuid(),
  /** Whether the person needs more time to answer checks. */
  hasMoreTime: z.boolean(),
};

/**
 * Counts the time since the last report of the same page, by the server's clock, if the person was watching then. The
 * response of a page that no longer counts, because another one started or a check was missed, has `isOwn: false`.
 * Throws `conflict` if nothing can be counted now.
 */
export const reportWatching = endpoint({
  method: 'POST',
  path: '/api/v1/events/:eventId/watching',
  summary: 'Reports that the reader watches, or has paused',
  params: EventParams,
  body: z.object({ ...fromPage, isStart: z.boolean(), isWatching: z.boolean() }),
  response: OwnWatching,
});

/** An answer that comes too late, or to another check, has no effect. */
export const answerWatchingCheck = endpoint({
  method: 'POST',
  path: '/api/v1/events/:eventId/watching/answer',
  summary: 'Answers the check whether the reader is still there',
  params: EventParams,
  body: z.object({ ...fromPage, checkId: z.uuid() }),
  response: OwnWatching,
});

/**
 * Applies to everyone from then on; what was counted stays. Who has enough already is noted as there. Throws `conflict`
 * if the event, as readers see it, has no video or no join link.
 */
export const setWatching = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/events/:itemId/watching',
  summary: 'Sets what people must watch to be noted as there',
  access: 'studio',
  isHidden: true,
  params: z.object({ itemId: z.uuid() }),
  body: z.object({ rule: z.nullable(WatchingRule) }),
});
