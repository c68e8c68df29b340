/**
 * A response that is already JSON, for handlers that write it more cheaply than the serializer would. The handler is
 * responsible for its fields.
 */
export class JsonAnswer {
  readonly body: string | Buffer;
  /** Replaces the digest of the body. */
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
