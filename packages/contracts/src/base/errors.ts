import { z } from 'zod/mini';

/**
 * Every error code of the API with its HTTP status and title. `user_disabled` and the codes that start with `token_`
 * explain a 401. Source: RFC 9457, RFC 6750.
 */
export const errorCodes = {
  invalid_input: { status: 400, title: 'The request is not valid' },
  malformed_request: { status: 400, title: 'The request could not be read' },
  token_missing: { status: 401, title: 'Sign-in is required' },
  token_malformed: { status: 401, title: 'A token is not valid' },
  token_expired: { status: 401, title: 'The session has ended' },
  token_not_active: { status: 401, title: 'A token is not valid yet' },
  token_algorithm: { status: 401, title: 'A token is signed in a way that is not accepted' },
  token_signature: { status: 401, title: 'A token is not signed by our identity provider' },
  token_issuer: { status: 401, title: 'A token comes from another issuer' },
  token_audience: { status: 401, title: 'A token is meant for another application' },
  token_use: { status: 401, title: 'A token is in the wrong place' },
  token_subject: { status: 401, title: 'The two tokens don’t belong together' },
  user_disabled: { status: 401, title: 'This account is disabled' },
  forbidden: { status: 403, title: 'You aren’t allowed to do this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'This method is not allowed here' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  file_held: { status: 403, title: 'This file can’t be opened' },
  conflict: { status: 409, title: 'The current state does not allow this' },
  version_mismatch: { status: 412, title: 'There is a newer version' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'This content type is not accepted' },
  range_not_satisfiable: { status: 416, title: 'That part of the file does not exist' },
  virus_found: { status: 422, title: 'A virus was found' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers of the request are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The portal isn’t available right now' },
  read_only: { status: 503, title: 'The portal is read-only right now' },
  insufficient_storage: { status: 507, title: 'There is no storage left' },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Problem details of RFC 9457, with our code and the request id that is also in the log. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  detail: z.optional(z.string()),
  requestId: z.string(),
  /** For `invalid_input`: the place in the request, as a dotted path, and what is wrong there. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
export type Problem = z.infer<typeof Problem>;
