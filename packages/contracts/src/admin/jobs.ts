import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, page, queryInt } from '../base/paging.ts';

/** A `retrying` job has failed and will be tried again; a `failed` one will not. */
export const JobState = z.enum(['failed', 'retrying', 'running', 'waiting']);
export type JobState = z.infer<typeof JobState>;

export const AdminJob = z.object({
  id: z.string(),
  name: z.string(),
  state: JobState,
  attempts: z.int(),
  maxAttempts: z.int(),
  /** The first line of the last attempt's error. */
  lastError: z.nullable(z.string()),
  /** When the next attempt is due, or would have been. */
  runAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type AdminJob = z.infer<typeof AdminJob>;

const JobParams = z.object({ jobId: z.string().check(z.regex(/^[1-9]\d{0,17}$/)) });

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/v1/admin/jobs',
  summary: 'Jobs in the queue, page by page: failed, retrying, running, waiting, each by next attempt',
  access: 'admin',
  query: z.object({
    page: z.optional(queryInt(1, MAX_PAGE)),
    state: z.optional(JobState),
    name: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: z.extend(page(AdminJob), {
    /** Names of all jobs in the queue, sorted. */
    names: z.array(z.string()),
  }),
});
/** Throws `conflict` while the job runs. */
export const retryJob = endpoint({
  method: 'POST',
  path: '/api/v1/admin/jobs/:jobId/retry',
  summary: 'Runs a job now, with all its attempts',
  access: 'admin',
  params: JobParams,
});
/** Throws `conflict` while the job runs. */
export const giveUpJob = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/jobs/:jobId',
  summary: 'Permanently removes a job from the queue',
  access: 'admin',
  params: JobParams,
});
