import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/** Where the bytes of an archive come from. */
export interface ByteSource {
  size: number;
  /** Returns fewer bytes than `length` at the end. */
  read(start: number, length: number): Promise<Buffer>;
}

/** Directory entries are read in small pieces, so each read from the source fetches this much ahead. */
const READ_AHEAD_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Lets yauzl read a source. */
export class SourceReader extends RandomAccessReader {
  /** The error of the source itself, as opposed to the archive. */
  failure: unknown;
  readonly #source: ByteSource;
  #ahead: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    onRead: (error: Error | null) => void,
  ): void {
    void this.#copy(target, offset, length, position).then(onRead);
  }

  /** Resolves with the error, if any, in the form that yauzl expects. */
  async #copy(target: Buffer, offset: number, length: number, position: number): Promise<Error | null> {
    try {
      const bytes = await this.#readAhead(position, length);
      bytes.copy(target, offset);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const read = (from: number, length: number) => this.#read(from, length);
    async function* chunks() {
      for (let at = start; at < end; at += CHUNK_BYTES) yield await read(at, Math.min(CHUNK_BYTES, end - at));
    }
    return Readable.from(chunks(), { objectMode: false });
  }

  async #readAhead(position: number, length: number): Promise<Buffer> {
    const at = position - this.#ahead.start;
    if (at >= 0 && at + length <= this.#ahead.bytes.length) return this.#ahead.bytes.subarray(at, at + length);
    this.#assertInside(position, length);
    const bytes = await this.#read(
      position,
      Math.min(Math.max(length, READ_AHEAD_BYTES), this.#source.size - position),
    );
    this.#ahead = { start: position, bytes };
    return bytes.subarray(0, length);
  }

  async #read(start: number, length: number): Promise<Buffer> {
    this.#assertInside(start, length);
    const bytes = await this.#source.read(start, length).catch((error: unknown) => {
      this.failure = error;
      throw error;
    });
    if (bytes.length < length) throw new Error('the archive ends early');
    return bytes;
  }

  #assertInside(start: number, length: number): void {
    if (start < 0 || start + length > this.#source.size) throw new Error('the archive points outside of itself');
  }
}
