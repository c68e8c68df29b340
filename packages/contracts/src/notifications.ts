import { z } from 'zod/mini';
import { AudienceRule } from '@portico/kinds/audience';
import { nonEmptyText } from '@portico/kinds/contentBase';
import { InstantInput } from './base/dayInputs.ts';
import { endpoint } from './base/endpoint.ts';
import { page, queryInt, MAX_PAGE } from './base/paging.ts';
import { Href } from '@portico/kinds/richText';
import { AdvisorType } from '@portico/kinds/advisorType';

/** Time between two checks for new notifications. Source: spec §9. */
export const NOTIFICATION_POLL_INTERVAL_MS = 60_000;
/** Read notifications are deleted after this many days. Source: spec §9. */
export const READ_NOTIFICATION_DAYS = 30;
/**
 * Broadcasts stay in people's lists for this many days, read or not, and in the list of notices indefinitely. Source:
 * decisions/0070.
 */
export const BROADCAST_DAYS = 365;
/**
 * The list holds at most this many unread and this many read notifications, the newest of each; the history has all.
 */
export const MAX_LISTED_NOTIFICATIONS = 200;
export const NOTIFICATION_HISTORY_PAGE_SIZE = 20;
/** Maximum number of ids in one bulk call. */
export const MAX_NOTIFICATION_IDS = 500;

/**
 * One notification of one person. `createDate` and `createdAt` are the same instant; `link` is a portal path or an
 * absolute address. Source: spec §3.
 */
export const Notification = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  link: z.nullable(z.string()),
  isRead: z.boolean(),
  createDate: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type Notification = z.infer<typeof Notification>;

const NotificationParams = z.object({ notificationId: z.uuid() });
const Ids = z.array(z.uuid()).check(z.maxLength(MAX_NOTIFICATION_IDS));

export const getNotificationSummary = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/summary',
  summary: 'How many notifications the person has not read',
  response: z.object({ unreadCount: z.int().check(z.nonnegative()) }),
});
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/v1/notifications',
  summary: 'The newest notifications, unread and read, newest first',
  response: z.array(Notification),
});
/** Every notification that was not deleted. `total` counts those with the requested state. */
export const listNotificationHistory = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/history',
  summary: 'All notifications of the person, page by page, newest first',
  query: z.object({
    page: z.optional(queryInt(1, MAX_PAGE)),
    /** All notifications by default. */
    state: z.optional(z.enum(['Unread', 'Read'])),
  }),
  response: page(Notification),
});
export const markNotificationRead = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/:notificationId/read',
  summary: 'Marks a notification read',
  params: NotificationParams,
});
export const markNotificationUnread = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/:notificationId/unread',
  summary: 'Marks a notification unread',
  params: NotificationParams,
});
/**
 * Ids of notifications that are deleted or belong to someone else are ignored. The bare list of ids is accepted, too.
 * Source: spec §7, "body: ids list".
 */
export const markNotificationsRead = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/multiple/read',
  summary: 'Marks notifications read',
  body: z.union([z.object({ ids: Ids }), Ids]),
});
/** A second call returns `not_found`. */
export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/v1/notifications/:notificationId',
  summary: 'Deletes a notification for the person',
  params: NotificationParams,
});
/** Possible for a day after the deletion. */
export const restoreNotification = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/:notificationId/restore',
  summary: 'Restores a deleted notification',
  params: NotificationParams,
});

/** Page where the person turns the daily email on and off; every daily email links to it. */
export const DAILY_EMAIL_PATH = '/notifications?show=daily-email';

/**
 * `isAvailable`: whether the email can be sent, that is, there is a mail server and the person has an email address.
 */
export const DailyEmail = z.object({ isOn: z.boolean(), isAvailable: z.boolean() });
export type DailyEmail = z.infer<typeof DailyEmail>;

export const getDailyEmail = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/daily-email',
  summary: 'Whether the person gets the daily email',
  response: DailyEmail,
});
export const setDailyEmail = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/daily-email',
  summary: 'Turns the person’s daily email on or off',
  body: z.object({ isOn: z.boolean() }),
  response: DailyEmail,
});

export const MAX_NOTICE_DESCRIPTION = 500;

const noticeShape = {
  /** Chosen by the caller: sending the same notice again changes nothing. */
  id: z.uuid(),
  title: nonEmptyText(120),
  description: z.string().check(z.trim(), z.maxLength(MAX_NOTICE_DESCRIPTION)),
  link: z.nullable(Href),
  audience: z.array(AdvisorType).check(z.maxLength(20)),
};
/** How far ahead a notice can start. */
export const MAX_NOTICE_AHEAD_DAYS = 365;

const Moment = z.nullable(z.iso.datetime());
/**
 * What an editor sends to many people, stored as one row. With an empty `audience` and rule it is for everyone; the
 * rule can be omitted. It appears at `startsAt`, or at once, and disappears at `endsAt`, or never.
 */
export const NewNotice = z.object({
  ...noticeShape,
  audienceRule: z.optional(AudienceRule),
  startsAt: z.optional(z.nullable(InstantInput)),
  endsAt: z.optional(z.nullable(InstantInput)),
});
export type NewNotice = z.infer<typeof NewNotice>;
export const NoticeState = z.enum(['Scheduled', 'Live', 'Ended', 'Withdrawn']);
export type NoticeState = z.infer<typeof NoticeState>;
/** A notice as editors see it; `reached` is how many people it is addressed to. */
export const Notice = z.object({
  ...noticeShape,
  audienceRule: AudienceRule,
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
  withdrawnAt: Moment,
  startsAt: Moment,
  endsAt: Moment,
  state: NoticeState,
  version: z.int(),
  reached: z.int(),
  /** How many of them have read it; null for fewer than MIN_SHOWN_COUNT. */
  read: z.nullable(z.int()),
});
export type Notice = z.infer<typeof Notice>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/v1/studio/notices',
  summary: 'Notices that editors sent, newest first',
  access: 'editor',
  isHidden: true,
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: page(Notice),
});
export const sendNotice = endpoint({
  method: 'POST',
  path: '/api/v1/studio/notices',
  summary: 'Sends a notice to everyone in an audience',
  access: 'editor',
  isHidden: true,
  body: NewNotice,
  response: Notice,
});
export const withdrawNotice = endpoint({
  method: 'DELETE',
  path: '/api/v1/studio/notices/:noticeId',
  summary: 'Withdraws a notice, so that no one sees it anymore',
  access: 'editor',
  isHidden: true,
  params: z.object({ noticeId: z.uuid() }),
});
/** `conflict` once it has appeared, or if someone else changed it since `version`. */
export const changeNotice = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/notices/:noticeId',
  summary: 'Changes a notice that has not appeared yet',
  access: 'editor',
  isHidden: true,
  params: z.object({ noticeId: z.uuid() }),
  body: z.extend(z.omit(NewNotice, { id: true }), { version: z.int() }),
  response: Notice,
});
