import type { FastifyReply } from 'fastify';

/**
 * A response that is already JSON, for handlers that create it more cheaply than the serializer would. The handler is
 * responsible for its fields.
 */
export class JsonAnswer {
  readonly body: string | Buffer;
  /** Used instead of the digest of the body. */
  readonly etag: string | undefined;
  /** The body is compressed. */
  readonly isBrotli: boolean;

  constructor(
    body: string | Buffer,
    { etag, isBrotli = false }: { etag?: string | undefined; isBrotli?: boolean } = {},
  ) {
    this.body = body;
    this.etag = etag;
    this.isBrotli = isBrotli;
  }
}

/** Sends what a handler returned as JSON. */
export function sendAnswer(reply: FastifyReply, result: unknown): FastifyReply {
  if (result instanceof JsonAnswer) describeBody(reply, result);
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(result instanceof JsonAnswer ? result.body : result);
}

function describeBody(reply: FastifyReply, { etag, isBrotli }: JsonAnswer): void {
  if (etag !== undefined) void reply.header('etag', etag);
  if (!isBrotli) return;
  const vary = reply.getHeader('vary');
  void reply.header('content-encoding', 'br');
  void reply.header('vary', vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`);
}
