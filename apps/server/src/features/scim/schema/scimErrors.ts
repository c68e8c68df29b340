import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCodes, type ErrorCode } from '@portico/contracts/errors';
import { PortalError } from '../../../errors.ts';

/** Source: RFC 7644, table 9; RFC 9865 for cursors. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidCursor'
  | 'expiredCursor'
  | 'invalidCount';

export const SCIM_MEDIA_TYPE = 'application/scim+json; charset=utf-8';
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** An error with one of SCIM's error types. */
export class ScimError extends PortalError {
  override name = 'ScimError';
  readonly scimType: ScimType;

  constructor(scimType: ScimType, message: string) {
    super(scimType === 'uniqueness' ? 'conflict' : 'invalid_input', message);
    this.scimType = scimType;
  }
}

const scimTypes: Partial<Record<ErrorCode, ScimType>> = {
  malformed_request: 'invalidSyntax',
  invalid_input: 'invalidValue',
};

/** Sends the error in the format of RFC 7644. */
export function sendScimError(error: PortalError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status } = errorCodes[error.code];
  const scimType = error instanceof ScimError ? error.scimType : scimTypes[error.code];
  const issue = error.issues?.[0];
  const detail = issue ? `${error.message} ${issue.path}: ${issue.message}` : error.message;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(SCIM_MEDIA_TYPE)
    .serializer(JSON.stringify)
    .send({ schemas: [ERROR_SCHEMA], ...(scimType ? { scimType } : {}), detail, status: String(status) });
}
