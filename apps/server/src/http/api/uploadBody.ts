import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PortalError } from '../../errors.ts';

/** The handlers in this scope read the request body themselves, because they know the size limit. */
export function acceptAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** The file name in the `X-File-Name` header, which is URI-encoded. Throws `invalid_input`. */
export function fileNameOf(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (cause) {
    throw new PortalError('invalid_input', 'The file name is not URI-encoded.', { cause });
  }
}

/** Size of the body as declared by the sender, in bytes; undefined if not declared. */
export const lengthOf = ({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

/** The body detached from its connection, which must stay open for the response even if the body is abandoned. */
export function bodyOf({ raw }: Pick<FastifyRequest, 'raw'>): Readable {
  const body = new PassThrough();
  const fail = () =>
    void body.destroy(new PortalError('malformed_request', 'The request ended before it was complete.'));
  raw.once('error', fail).once('close', () => raw.complete || fail());
  body.once('close', () => {
    raw.unpipe(body);
    raw.resume();
  });
  return raw.pipe(body);
}
