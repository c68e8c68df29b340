import { createDeflateRaw, crc32 } from 'node:zlib';

/** A file of an archive; its content comes in pieces. */
export interface ZipMember {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

/** 1 January 1980, the first day that the format knows: archives of the same content are the same bytes. */
const DOS_DATE = 0x21;
const VERSION = 20;
/** Sizes and checksum follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;

/** A ZIP archive, written while its content comes, with a piece of it in memory at a time. Up to 4 GB. Source: APPNOTE.TXT 6.3. */
export async function* zipOf(members: Iterable<ZipMember>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of members) {
    const start = offset;
    const fileName = Buffer.from(name);
    const sums = { crc: 0, bytes: 0, packed: 0 };
    const head = fields(
      [4, 0x04034b50],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATED],
      [2, 0],
      [2, DOS_DATE],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, fileName.length],
      [2, 0],
    );
    yield Buffer.concat([head, fileName]);
    offset += head.length + fileName.length;
    for await (const piece of deflated(content, sums)) {
      sums.packed += piece.length;
      yield piece;
    }
    const described = [
      [4, sums.crc],
      [4, sums.packed],
      [4, sums.bytes],
    ] as const;
    const tail = fields([4, 0x08074b50], ...described);
    yield tail;
    offset += sums.packed + tail.length;
    directory.push(
      fields(
        [4, 0x02014b50],
        [2, VERSION],
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATED],
        [2, 0],
        [2, DOS_DATE],
        ...described,
        [2, fileName.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, start],
      ),
      fileName,
    );
  }
  const entries = Buffer.concat(directory);
  const count = directory.length / 2;
  yield entries;
  yield fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, entries.length], [4, offset], [2, 0]);
}

async function* deflated(content: ZipMember['content'], sums: { crc: number; bytes: number }): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw();
  const fed = (async () => {
    for await (const text of content) {
      const piece = Buffer.from(text);
      sums.crc = crc32(piece, sums.crc);
      sums.bytes += piece.length;
      if (!packer.write(piece)) await new Promise((drained) => packer.once('drain', drained));
    }
    packer.end();
  })().catch((error: unknown) => void packer.destroy(error as Error));
  try {
    for await (const piece of packer) yield piece as Buffer;
    await fed;
  } finally {
    packer.destroy();
  }
}

/** Numbers of so many bytes, the lowest first. */
function fields(...values: ReadonlyArray<readonly [2 | 4, number]>): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of values) at = buffer.writeUIntLE(value, at, size);
  return buffer;
}
