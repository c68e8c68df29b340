import type { Problem } from '@portico/contracts/errors';
import { errorCodes } from '@portico/contracts/errors';
import { PortalError } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sends an error in a format other than problem details. */
    sendError?: (error: PortalError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  }
}

/** Failures of the connection or of PostgreSQL itself rather than the statement: a retry may succeed. */
const unavailableStates = /^(?:08|28|40|53|57P|58|57014|25006|3D000|55P03)/;
const unavailableMessages =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|not queryable|pool after calling end/;
const unavailableSyscalls = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);

/** The disk of the object store is full; existing files can still be read. Source: TRUST R12. */
const fullDisk = new Set(['ENOSPC', 'EDQUOT']);
/** The database's disk is full. It recovers once there is space, which takes longer than a busy period. */
const DATABASE_FULL = '53100';

/** Converts anything thrown into the error that the caller receives. */
export function asPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error;
  const {
    code: anyCode,
    statusCode = 500,
    message: anyMessage,
  } = Object(error) as { code?: unknown; statusCode?: number; message?: unknown };
  const code = typeof anyCode === 'string' ? anyCode : '';
  const message = typeof anyMessage === 'string' ? anyMessage : '';
  // The caller disconnected while sending the body.
  if (message === 'aborted')
    return new PortalError('malformed_request', 'The request ended before it was complete.', { cause: error });
  if (code.startsWith('22'))
    return new PortalError('invalid_input', 'The request has a value that cannot be stored.', { cause: error });
  // A foreign key violation: the referenced row does not exist.
  if (code === '23503')
    return new PortalError('invalid_input', 'The request refers to something that does not exist.', { cause: error });
  if (fullDisk.has(code))
    return new PortalError(
      'insufficient_storage',
      'There is no storage left to save this. Existing content can still be read.',
      { cause: error },
    );
  if (code === DATABASE_FULL)
    return new PortalError('unavailable', 'Nothing can be saved right now. Please try again later.', {
      cause: error,
      retryAfter: 10,
    });
  if (unavailableStates.test(code) || unavailableSyscalls.has(code) || unavailableMessages.test(message))
    return new PortalError('unavailable', 'The portal is busy or restarting. Please try again.', {
      cause: error,
      retryAfter: 1,
    });
  if (statusCode === 413) return new PortalError('payload_too_large', 'The request is too large.', { cause: error });
  if (statusCode === 415)
    return new PortalError('unsupported_media_type', 'Only application/json is accepted here.', { cause: error });
  if (statusCode === 429)
    return new PortalError('too_many_requests', 'Too many requests. Please wait a moment.', {
      cause: error,
      retryAfter: 10,
    });
  if (statusCode === 503)
    return new PortalError('unavailable', 'The portal is busy. Please try again.', { cause: error, retryAfter: 1 });
  if (statusCode >= 400 && statusCode < 500)
    return new PortalError('malformed_request', 'The request could not be read.', { cause: error });
  return new PortalError('internal', 'Something went wrong on our side.', { cause: error });
}

/** The body of an error response. Source: RFC 9457. */
export function problemOf(error: PortalError, requestId: string): Problem {
  const { status, title } = errorCodes[error.code];
  return {
    type: `urn:portico:error:${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    requestId,
    ...(error.issues ? { issues: error.issues } : {}),
  };
}
