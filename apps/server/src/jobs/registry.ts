import { z } from 'zod/mini';

/** An id that PostgreSQL accepts as a uuid. */
const Id = z.guid();
const NoPayload = z.object({});

/**
 * Every job of the portal by the name it is queued under, with the shape of its payload. `addJob` and the tasks in
 * jobs.ts are typed by it, and a worker checks each payload before it runs the task. To rename a job, add its old name
 * to `formerNames`.
 */
export const jobPayloads = {
  /** Something that readers see of an item has changed. */
  'content-changed': z.object({ itemId: Id }),
  'send-invitation': z.object({ eventId: Id, userId: Id }),
  /** Emails a person all that is due of their invitations to the dates of a series. */
  'send-series-invitation': z.object({ seriesId: Id, userId: Id }),
  /** Emails a person what organizers of an event wrote. */
  'send-event-message': z.object({ messageId: Id, userId: Id }),
  /** Gives the spots of people who have left to the next on the waiting list. */
  'pass-on-spots': NoPayload,
  /** `userId` is the person concerned, for the log; versions before 0.2 omit it. */
  'send-form-receipt': z.object({ entryId: Id, userId: z.optional(Id) }),
  /** Emails a person what to change in an entry that came back. */
  'send-form-return': z.object({ entryId: Id, userId: Id }),
  'index-document': z.object({ itemId: Id }),
  'read-file': z.object({ fileId: Id }),
  /** With `OCR`: recognizes text in files whose pages are pictures. */
  'recognize-files': NoPayload,
  'deliver-webhook': z.object({ deliveryId: Id }),
  'purge-webhooks': NoPayload,
  /** With `CLAMAV_URL`: scans files without a scan result. */
  'scan-files': NoPayload,
  'sweep-files': NoPayload,
  'purge-todo': NoPayload,
  'purge-studio': NoPayload,
  /** Removes uploads to the library that nobody has continued for a week. */
  'purge-uploads': NoPayload,
  /** Makes few rows of the saves of drafts that were made a while ago. */
  'fold-studio-saves': NoPayload,
  /** Checks links in the studio that have never been checked, or not for a while. */
  'visit-links': NoPayload,
  /** Finds links of published items that lead nowhere. */
  'find-broken-links': NoPayload,
  'purge-remembered-browsers': NoPayload,
  /** Records the end of viewings whose time is over. */
  'end-viewings': NoPayload,
  'purge-expired-notifications': NoPayload,
  /** Has open pages show notices that begin, and remove those that end. */
  'announce-notices': NoPayload,
  'purge-expired-form-data': NoPayload,
  /** Deletes changes that only a page that was disconnected for a month can have missed. */
  'purge-changes': NoPayload,
  'end-feeds': NoPayload,
  'purge-insights': NoPayload,
  'maintain-search-index': NoPayload,
  /** Sums up the stored totals of the distant past. */
  'sum-totals': NoPayload,
  /**
   * With `BACKUP_URL`: adds a backup, verifies the newest one, and removes backups according to the retention rules.
   */
  'make-backup': NoPayload,
  'verify-backup': NoPayload,
  'rotate-backups': NoPayload,
  /** Verifies the chain of the audit log. */
  'check-audit-log': NoPayload,
  /** Publishes what was scheduled for a date that has come. */
  'publish-due': NoPayload,
  /** With `PROOF_KEYS`: checks the log of proofs and publishes its signed head. */
  'publish-checkpoint': NoPayload,
  /** With `PROOF_WITNESS`: has the witness sign the head of the log of proofs. */
  'ask-proof-witness': NoPayload,
  /** Notifies readers of what has become visible. */
  'notify-readers': NoPayload,
  /** Opens and closes duties of people who joined or left an audience, and of items that appeared or expired. */
  'update-duties': NoPayload,
  /** Sends the planned reminders of confirmations and credits, and notifies supervisors. */
  'remind-of-duties': NoPayload,
  /** Emails a person that a confirmation is still missing. */
  'send-duty-reminder': z.object({ reminderId: Id, userId: Id }),
  /** Emails a person which credits they lack. */
  'send-credit-reminder': z.object({ reminderId: Id, userId: Id }),
  /** Asks the owners of what is due for review. */
  'ask-owners': NoPayload,
  /** Emails an owner what is due for review. */
  'send-review-request': z.object({ userId: Id }),
  /** Gives items the name that their category or department was given. */
  'rename-filed-items': z.object({ changeId: z.int() }),
  'queue-digests': NoPayload,
  'send-digest': z.object({ userId: Id, digestAt: z.iso.datetime() }),
};

export type JobName = keyof typeof jobPayloads;
export type JobPayload<Name extends JobName> = z.infer<(typeof jobPayloads)[Name]>;

/** Jobs that send email. They have separate workers, so that nothing else delays them. */
export const mailJobs: ReadonlySet<string> = new Set<JobName>([
  'send-invitation',
  'send-series-invitation',
  'send-event-message',
  'send-duty-reminder',
  'send-credit-reminder',
  'send-review-request',
  'send-form-receipt',
  'send-form-return',
  'send-digest',
]);

/** Jobs that wait for an instant. They have a separate worker, so that nothing delays them. */
export const punctualJobs: ReadonlySet<string> = new Set<JobName>(['publish-due']);

/** Jobs with a priority below zero run before other due jobs, those above zero after them. */
export const jobPriorities: Partial<Record<JobName, number>> = {
  'send-invitation': -10,
  'send-series-invitation': -10,
  'send-form-receipt': -10,
  'index-document': 10,
  'read-file': 10,
};

/** Jobs that a version before 0.2 may have queued under a former name. They still run. */
export const formerNames: Record<string, JobName> = {
  'forget-browsers': 'purge-remembered-browsers',
  'keep-notifications-tidy': 'purge-expired-notifications',
  'keep-forms-tidy': 'purge-expired-form-data',
  'keep-search-quick': 'maintain-search-index',
};
