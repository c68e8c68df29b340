import { crc32 } from 'node:zlib';

/** A whole file of an archive. */
export interface ZipContent {
  name: string;
  content: Buffer;
}

/** The earliest date that the format supports, so that archives with the same content have the same bytes. */
const FIXED_DATE = (1 << 5) | 1;
const UTF8_NAMES = 0x0800;
const VERSION = 20;
const VERSION_64 = 45;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const CHUNK_BYTES = 64 * 1024;

/** Checksum and size of a file. */
const FACT_BYTES = 8;
const FACTS_PER_BLOCK = 16_384;

/**
 * A ZIP archive of files that are not compressed, written while they arrive. Only 8 bytes per file stay in memory, so
 * `names` has to give all names again, in the same order. Source: APPNOTE 6.3.10, with ZIP64 where it is needed.
 */
export async function* storedZip(
  files: AsyncIterable<ZipContent>,
  names: () => Iterable<string>,
): AsyncGenerator<Buffer> {
  const facts = new Facts();
  let offset = 0;
  let parts: Buffer[] = [];
  let pending = 0;
  const take = (): Buffer => {
    const chunk = Buffer.concat(parts);
    [parts, pending] = [[], 0];
    return chunk;
  };
  const add = (...added: Buffer[]): void => {
    parts.push(...added);
    for (const { length } of added) {
      pending += length;
      offset += length;
    }
  };
  for await (const { name, content } of files) {
    const fact = { crc: crc32(content), size: content.length };
    facts.push(fact);
    add(localHeader(name, fact), content);
    if (pending >= CHUNK_BYTES) yield take();
  }
  const directoryStart = offset;
  let index = 0;
  let start = 0;
  for (const name of names()) {
    const fact = facts.at(index);
    add(directoryEntry(name, { ...fact, start }));
    start += LOCAL_HEADER_BYTES + Buffer.byteLength(name) + fact.size;
    index += 1;
    if (pending >= CHUNK_BYTES) yield take();
  }
  if (index !== facts.length || start !== directoryStart) throw new Error('The names are not those of the files.');
  add(...endOf({ count: index, start: directoryStart, size: offset - directoryStart }));
  yield take();
}

class Facts {
  length = 0;
  readonly #blocks: Buffer[] = [];

  push({ crc, size }: { crc: number; size: number }): void {
    const at = (this.length % FACTS_PER_BLOCK) * FACT_BYTES;
    if (at === 0) this.#blocks.push(Buffer.alloc(FACTS_PER_BLOCK * FACT_BYTES));
    const block = this.#blocks.at(-1)!;
    block.writeUInt32LE(crc, at);
    block.writeUInt32LE(size, at + 4);
    this.length += 1;
  }

  at(index: number): { crc: number; size: number } {
    if (index >= this.length) throw new Error('There are more names than files.');
    const block = this.#blocks[Math.floor(index / FACTS_PER_BLOCK)]!;
    const at = (index % FACTS_PER_BLOCK) * FACT_BYTES;
    return { crc: block.readUInt32LE(at), size: block.readUInt32LE(at + 4) };
  }
}

const LOCAL_HEADER_BYTES = 30;

function localHeader(name: string, { crc, size }: { crc: number; size: number }): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(UTF8_NAMES, 6);
  header.writeUInt16LE(FIXED_DATE, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

function directoryEntry(name: string, { crc, size, start }: { crc: number; size: number; start: number }): Buffer {
  const isFar = start >= MAX_32;
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(isFar ? VERSION_64 : VERSION, 4);
  entry.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6);
  entry.writeUInt16LE(UTF8_NAMES, 8);
  entry.writeUInt16LE(FIXED_DATE, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(size, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  const extra = Buffer.alloc(isFar ? 12 : 0);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(isFar ? MAX_32 : start, 42);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(start), 4);
  }
  return Buffer.concat([entry, Buffer.from(name), extra]);
}

function endOf({ count, start, size }: { count: number; start: number; size: number }): Buffer[] {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(start, MAX_32), 16);
  if (count < MAX_16 && size < MAX_32 && start < MAX_32) return [end];
  const far = Buffer.alloc(56);
  far.writeUInt32LE(0x06064b50, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE(VERSION_64, 12);
  far.writeUInt16LE(VERSION_64, 14);
  far.writeBigUInt64LE(BigInt(count), 24);
  far.writeBigUInt64LE(BigInt(count), 32);
  far.writeBigUInt64LE(BigInt(size), 40);
  far.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  return [far, locator, end];
}
