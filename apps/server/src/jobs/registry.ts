import { z } from 'zod/mini';

/** An id as PostgreSQL takes it. */
const Id = z.guid();
const NoPayload = z.object({});

/**
 * Every job of the portal by the name it is queued under, with the shape of its payload. `addJob` and the tasks in
 * jobs.ts are typed by it, and a worker checks each payload before it runs the task. To rename a job, add its old name
 * to `formerNames`.
 */
export const jobPayloads = {
  /** Readers see something else of an item. */
  'content-changed': z.object({ itemId: Id }),
  'send-invitation': z.object({ eventId: Id, userId: Id }),
  'send-form-receipt': z.object({ entryId: Id }),
  'read-file': z.object({ fileId: Id }),
  'sweep-files': NoPayload,
  'purge-todo': NoPayload,
  'purge-remembered-browsers': NoPayload,
  'purge-expired-notifications': NoPayload,
  'purge-expired-form-data': NoPayload,
  'maintain-search-index': NoPayload,
};

export type JobName = keyof typeof jobPayloads;
export type JobPayload<Name extends JobName> = z.infer<(typeof jobPayloads)[Name]>;

/** Jobs that a version before 0.2 may have queued under another name. They still run. */
export const formerNames: Record<string, JobName> = {
  'forget-browsers': 'purge-remembered-browsers',
  'keep-notifications-tidy': 'purge-expired-notifications',
  'keep-forms-tidy': 'purge-expired-form-data',
  'keep-search-quick': 'maintain-search-index',
};
