import { z } from 'zod/mini';
import { AudienceRule } from './audience.ts';
import { line } from './content/contentBase.ts';
import { endpoint } from './base/endpoint.ts';
import { page, queryInt, MAX_PAGE } from './base/paging.ts';
import { Href } from './content/richText.ts';
import { AdvisorType } from './users.ts';

/** Between two looks for new notifications. Source: spec §9. */
export const NOTIFICATION_POLL_INTERVAL_MS = 60_000;
/** Days after which a notification that was read is deleted. Source: spec §9. */
export const READ_NOTIFICATION_DAYS = 30;
/**
 * So long what was sent to many is in people's lists, read or not; it stays in the list of notices. Source:
 * decisions/0070.
 */
export const BROADCAST_DAYS = 365;
/** The list holds at most this many unread and this many read ones, the newest; the history has all. */
export const MAX_LISTED_NOTIFICATIONS = 200;
export const NOTIFICATION_HISTORY_PAGE_SIZE = 20;
/** Most ids of one bulk call. */
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
/** Every notification that was not deleted, with how many there are of each sort. */
export const listNotificationHistory = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/history',
  summary: 'All notifications of the person, page by page, newest first',
  query: z.object({
    page: z.optional(queryInt(1, MAX_PAGE)),
    /** All when left out. */
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
 * Ids that are not the person's, or are gone, are passed over. The ids alone do as well. Source: spec §7, "body: ids
 * list".
 */
export const markNotificationsRead = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/multiple/read',
  summary: 'Marks notifications read',
  body: z.union([z.object({ ids: Ids }), Ids]),
});
/** A second time it is gone, and the answer is `not_found`. */
export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/v1/notifications/:notificationId',
  summary: 'Deletes a notification for the person',
  params: NotificationParams,
});
/** For a day after it was deleted. */
export const restoreNotification = endpoint({
  method: 'PUT',
  path: '/api/v1/notifications/:notificationId/restore',
  summary: 'Restores a deleted notification',
  params: NotificationParams,
});

/** Where the person turns the daily email on and off: each such email links here. */
export const DAILY_EMAIL_PATH = '/notifications?show=daily-email';

/** `isAvailable` says whether it can be sent: there is a mail server, and the person has an email address. */
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
  /** Made by the caller: sending the same one again changes nothing. */
  id: z.uuid(),
  title: line(120),
  description: z.string().check(z.trim(), z.maxLength(MAX_NOTICE_DESCRIPTION)),
  link: z.nullable(Href),
  audience: z.array(AdvisorType).check(z.maxLength(20)),
};
/**
 * What an editor sends to many: one row, however many it reaches. With an empty `audience` and rule it is for
 * everybody; the rule may be left out.
 */
export const NewNotice = z.object({ ...noticeShape, audienceRule: z.optional(AudienceRule) });
export type NewNotice = z.infer<typeof NewNotice>;
/** A notice as editors see it; `reached` people it is addressed to, of whom `read` have read it. */
export const Notice = z.object({
  ...noticeShape,
  audienceRule: AudienceRule,
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.iso.datetime()),
  reached: z.int(),
  read: z.int(),
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
