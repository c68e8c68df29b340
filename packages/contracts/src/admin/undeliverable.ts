import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, page, queryInt } from '../base/paging.ts';

/** An email that the mail server rejected permanently. */
export const UndeliverableEmail = z.object({
  id: z.string(),
  kind: z.enum(['invitation', 'receipt']),
  /** Title of the event or form. */
  about: z.string(),
  recipient: z.nullable(z.string()),
  /** `a•••@example.com`; null when the person has no address. */
  maskedAddress: z.nullable(z.string()),
  /** The mail server's status codes. */
  reason: z.string(),
  at: z.iso.datetime(),
});
export type UndeliverableEmail = z.infer<typeof UndeliverableEmail>;

const EmailParams = z.object({ emailId: z.string().check(z.regex(/^[1-9]\d{0,17}$/)) });

export const listUndeliverable = endpoint({
  method: 'GET',
  path: '/api/v1/admin/undeliverable',
  summary: 'Email that the mail server permanently rejected, page by page, newest first',
  access: 'admin',
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: page(UndeliverableEmail),
});
export const retryUndeliverable = endpoint({
  method: 'POST',
  path: '/api/v1/admin/undeliverable/:emailId/retry',
  summary: 'Sends the email again, as it would be written now',
  access: 'admin',
  params: EmailParams,
});
export const dismissUndeliverable = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/undeliverable/:emailId',
  summary: 'Removes the email from the list',
  access: 'admin',
  params: EmailParams,
});
