import { inflateRaw } from 'node:zlib';
import { promisify } from 'node:util';
import { PortalError } from '../../errors.ts';

const inflate = promisify(inflateRaw);

/** Source: TRUST U4. Office files have at most some thousand parts; text packs 10 to 50 times, a bomb 1000 times. */
export const ZIP_LIMITS = { entries: 10_000, unpackedBytes: 500 * 1024 * 1024, ratio: 200 } as const;
/** Below this a high ratio does no harm. */
const RATIO_COUNTS_FROM_BYTES = 10 * 1024 * 1024;

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** Where an archive's bytes come from. */
export interface ByteSource {
  size: number;
  read(start: number, length: number): Promise<Buffer>;
}

export interface ZipEntry {
  name: string;
  packedBytes: number;
  /** As the archive says; reading it never yields more. */
  unpackedBytes: number;
}

export interface ZipArchive {
  /** By name. */
  entries: Map<string, ZipEntry>;
  /** Unpacks one entry. Throws `invalid_input` when it is damaged, `payload_too_large` above `maxBytes`. */
  unpack(name: string, maxBytes: number): Promise<Buffer>;
}

interface Placed extends ZipEntry {
  method: number;
  offset: number;
}

/**
 * The directory of a ZIP archive that holds nothing else: no bytes before it, no names twice, no entries that overlap. Throws
 * `invalid_input` for anything that readers could understand in two ways, `payload_too_large` beyond ZIP_LIMITS, both before
 * anything is unpacked. Source: APPNOTE 6.3.10; archives above 4 GB are not read.
 */
export async function openZip(source: ByteSource): Promise<ZipArchive> {
  const entries = await readDirectory(source);
  return {
    entries,
    async unpack(name, maxBytes) {
      const entry = entries.get(name);
      if (!entry) throw damaged();
      if (entry.unpackedBytes > maxBytes) throw tooLarge();
      const data = await readPacked(source, entry);
      const unpacked =
        entry.method === STORED
          ? data
          : await inflate(data, { maxOutputLength: Math.max(entry.unpackedBytes, 1) }).catch((cause: unknown) => {
              throw damaged(cause);
            });
      if (unpacked.length !== entry.unpackedBytes) throw damaged();
      return unpacked;
    },
  };
}

async function readDirectory(source: ByteSource): Promise<Map<string, Placed>> {
  const tail = await source.read(
    Math.max(0, source.size - END_BYTES - MAX_COMMENT_BYTES),
    END_BYTES + MAX_COMMENT_BYTES,
  );
  const end = findEnd(tail);
  const count = end.readUInt16LE(10);
  const size = end.readUInt32LE(12);
  const start = end.readUInt32LE(16);
  if (count > ZIP_LIMITS.entries) throw tooLarge();
  if (
    end.readUInt16LE(4) !== 0 ||
    end.readUInt16LE(8) !== count ||
    start + size !== source.size - end.length ||
    size > 64 * 1024 * 1024
  )
    throw damaged();
  const directory = await source.read(start, size);
  const entries = new Map<string, Placed>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged();
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    const entry = placedEntry(directory, at, nameEnd);
    if (entries.has(entry.name)) throw damaged();
    entries.set(entry.name, entry);
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  if (at !== directory.length) throw damaged();
  assertWithinLimits([...entries.values()], start);
  return entries;
}

/** From the last signature that a comment of the right length follows, to the end of the file. */
function findEnd(tail: Buffer): Buffer {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === END_SIGNATURE && tail.readUInt16LE(at + 20) === tail.length - at - END_BYTES)
      return tail.subarray(at);
  throw damaged();
}

function placedEntry(directory: Buffer, at: number, nameEnd: number): Placed {
  const flags = directory.readUInt16LE(at + 8);
  const entry = {
    name: directory.toString('utf8', at + 46, nameEnd),
    method: directory.readUInt16LE(at + 10),
    packedBytes: directory.readUInt32LE(at + 20),
    unpackedBytes: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
  };
  const isOdd = nameEnd > directory.length || entry.name === '' || /\0|\\|^\/|(?:^|\/)\.\.(?:\/|$)/.test(entry.name);
  const isEncrypted = (flags & 1) !== 0;
  if (isOdd || isEncrypted || (entry.method !== STORED && entry.method !== DEFLATED)) throw damaged();
  if (entry.method === STORED && entry.packedBytes !== entry.unpackedBytes) throw damaged();
  return entry;
}

function assertWithinLimits(entries: Placed[], directoryStart: number): void {
  let unpacked = 0;
  let end = 0;
  for (const { offset, packedBytes, unpackedBytes } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end || (end === 0 && offset !== 0)) throw damaged();
    end = offset + packedBytes;
    unpacked += unpackedBytes;
  }
  if (end > directoryStart) throw damaged();
  if (
    unpacked > ZIP_LIMITS.unpackedBytes ||
    (unpacked > RATIO_COUNTS_FROM_BYTES && unpacked > directoryStart * ZIP_LIMITS.ratio)
  )
    throw tooLarge();
}

/** What the entry itself says must be what the directory says of it, else two programs would see two files. */
async function readPacked(source: ByteSource, entry: Placed): Promise<Buffer> {
  const name = Buffer.from(entry.name);
  const local = await source.read(entry.offset, 30 + name.length);
  if (
    local.length < 30 + name.length ||
    local.readUInt32LE(0) !== LOCAL_SIGNATURE ||
    local.readUInt16LE(8) !== entry.method
  )
    throw damaged();
  if (local.readUInt16LE(26) !== name.length || !local.subarray(30).equals(name)) throw damaged();
  const data = await source.read(entry.offset + 30 + name.length + local.readUInt16LE(28), entry.packedBytes);
  if (data.length !== entry.packedBytes) throw damaged();
  return data;
}

function damaged(cause?: unknown): PortalError {
  return new PortalError('invalid_input', 'The file is damaged.', { cause });
}

function tooLarge(): PortalError {
  return new PortalError('payload_too_large', 'The file holds more than may be unpacked.');
}
