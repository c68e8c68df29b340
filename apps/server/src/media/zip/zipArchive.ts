import { fromRandomAccessReaderPromise, validateFileName, type Entry, type ZipFile } from 'yauzl';
import { PortalError } from '../../errors.ts';
import { wholeStream } from '../process/wholeStream.ts';
import { SourceReader, type ByteSource } from './sourceReader.ts';

/**
 * Source: TRUST U4. Office files have at most a few thousand parts. Text compresses 10 to 50 times, a bomb 1000 times.
 */
export const ZIP_LIMITS = { entries: 10_000, unpackedBytes: 500 * 1024 * 1024, ratio: 200 } as const;
/** A smaller archive can have any ratio. */
const MIN_BYTES_FOR_RATIO = 10 * 1024 * 1024;
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;

/** Size of the end of central directory record without its comment. */
const END_BYTES = 22;
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1');
const MAX_COMMENT_BYTES = 0xffff;
/** Line breaks or zeros that mail gateways, web servers and tapes add. */
const MAX_TRAILING_BLANKS = 1024;
const BLANKS = new Set([0, 0x09, 0x0a, 0x0d, 0x20]);
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_END_BYTES = 56;
/** Size of an entry's local header without its name. */
const LOCAL_HEADER_BYTES = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  name: string;
  packedBytes: number;
  /** As stated in the archive; unpacking never yields more. */
  unpackedBytes: number;
}

export interface ZipArchive {
  /** By name. */
  entries: ReadonlyMap<string, ZipEntry>;
  /** Unpacks one entry. Throws `invalid_input` if it is damaged, `payload_too_large` above `maxBytes`. */
  unpack(name: string, maxBytes: number): Promise<Buffer>;
}

/**
 * Opens a ZIP archive that contains nothing else: no bytes around it but a few blanks after its end, no duplicate
 * names, no overlapping entries.
 * Throws `invalid_input` for anything that two readers could interpret differently, `payload_too_large` beyond
 * ZIP_LIMITS, both before anything is unpacked. Archives above 4 GB are rejected. Source: APPNOTE 6.3.10.
 */
export async function openZip(file: ByteSource): Promise<ZipArchive> {
  const source = await withoutTrailingBlanks(file);
  const reader = new SourceReader(source);
  const orDamaged = (cause: unknown): never => {
    throw reader.failure ?? (cause instanceof PortalError ? cause : damaged(cause));
  };
  const entries = await readDirectory(source, reader).catch(orDamaged);
  return {
    entries: new Map([...entries].map(([name, { entry }]) => [name, toZipEntry(name, entry)])),
    async unpack(name, maxBytes) {
      const found = entries.get(name);
      if (!found) throw damaged();
      if (found.entry.uncompressedSize > maxBytes) throw tooLarge();
      return await unpackEntry(found).catch(orDamaged);
    },
  };
}

/** The archive without blanks after its end, unless another end could make them part of its comment. */
async function withoutTrailingBlanks(file: ByteSource): Promise<ByteSource> {
  const tailStart = Math.max(0, file.size - END_BYTES - MAX_COMMENT_BYTES - MAX_TRAILING_BLANKS);
  const tail = await file.read(tailStart, file.size - tailStart);
  const ends: number[] = [];
  for (let at = tail.indexOf(END_SIGNATURE); at >= 0; at = tail.indexOf(END_SIGNATURE, at + 1))
    if (at + END_BYTES <= tail.length) ends.push(at + END_BYTES + tail.readUInt16LE(at + 20));
  const last = ends.at(-1) ?? tail.length;
  const blanks = tail.subarray(last);
  if (ends.some((end) => end > last) || blanks.length > MAX_TRAILING_BLANKS) return file;
  if (blanks.some((byte) => !BLANKS.has(byte))) return file;
  const size = file.size - blanks.length;
  return { size, read: (start, length) => file.read(start, Math.max(0, Math.min(length, size - start))) };
}

interface FoundEntry {
  archive: ZipFile;
  entry: Entry;
}

async function readDirectory(source: ByteSource, reader: SourceReader): Promise<Map<string, FoundEntry>> {
  // Names are decoded here, always as UTF-8: an extra field must not rename an entry.
  const archive = await fromRandomAccessReaderPromise(reader, source.size, { autoClose: false, decodeStrings: false });
  if (archive.entryCount > ZIP_LIMITS.entries) throw tooLarge();
  const directoryStart = cursorOf(archive);
  const directoryEnd = await findDirectoryEnd(source, archive, directoryStart);
  const entries = new Map<string, FoundEntry>();
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/');
    assertEntry(name, entry);
    if (entries.has(name)) throw damaged();
    entries.set(name, { archive, entry });
  }
  if (cursorOf(archive) !== directoryEnd) throw damaged();
  assertWithinLimits(
    [...entries.values()].map(({ entry }) => entry),
    directoryStart,
  );
  return entries;
}

/** Where the next entry of the directory starts, in bytes; the types of yauzl call it a boolean. */
const cursorOf = ({ readEntryCursor }: ZipFile): number => Number(readEntryCursor);

/**
 * Readers locate the directory by different fields of the last records, so all of them must agree. Small archives have
 * Zip64 records too if their writer did not know the sizes in advance.
 */
async function findDirectoryEnd(
  source: ByteSource,
  { entryCount, comment }: ZipFile,
  directoryStart: number,
): Promise<number> {
  const endStart = source.size - END_BYTES - comment.length;
  const locatorStart = endStart - ZIP64_LOCATOR_BYTES;
  const [end, locator] = [await source.read(endStart, END_BYTES), await source.read(Math.max(0, locatorStart), 20)];
  const isZip64 = locatorStart >= 0 && locator.readUInt32LE(0) === ZIP64_LOCATOR_SIGNATURE;
  const directoryEnd = isZip64 ? locatorStart - ZIP64_END_BYTES : endStart;
  const directoryBytes = directoryEnd - directoryStart;
  if (directoryBytes < 0 || directoryBytes > MAX_DIRECTORY_BYTES) throw damaged();
  if (isZip64) {
    const record = await source.read(directoryEnd, ZIP64_END_BYTES);
    // yauzl has checked the signature and the number of this disk.
    assertFields([
      [locator.readUInt32LE(4), 0],
      [Number(locator.readBigUInt64LE(8)), directoryEnd],
      [locator.readUInt32LE(16), 1],
      [Number(record.readBigUInt64LE(4)), ZIP64_END_BYTES - 12],
      [record.readUInt32LE(20), 0],
      [Number(record.readBigUInt64LE(24)), entryCount],
      [Number(record.readBigUInt64LE(40)), directoryBytes],
    ]);
  }
  /** A field either has the value or, next to Zip64 records, all bits set. */
  const orDeferred = (value: number, deferred: number) => (isZip64 && value === deferred ? undefined : value);
  assertFields([
    [orDeferred(end.readUInt16LE(8), 0xffff), entryCount],
    [orDeferred(end.readUInt16LE(10), 0xffff), entryCount],
    [orDeferred(end.readUInt32LE(12), 0xffffffff), directoryBytes],
    [orDeferred(end.readUInt32LE(16), 0xffffffff), directoryStart],
  ]);
  return directoryEnd;
}

function assertFields(fields: Array<[value: number | undefined, expected: number]>): void {
  if (fields.some(([value, expected]) => value !== undefined && value !== expected)) throw damaged();
}

function assertEntry(name: string, { generalPurposeBitFlag, compressionMethod }: Entry): void {
  if (name === '' || name.includes('\0') || validateFileName(name) !== null) throw damaged();
  if ((generalPurposeBitFlag & ENCRYPTED) !== 0) throw new PortalError('invalid_input', 'The file is encrypted.');
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) throw damaged();
}

function assertWithinLimits(entries: Entry[], directoryStart: number): void {
  let unpacked = 0;
  let end = 0;
  const byOffset = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  // A writer that did not know a size in advance states it after the entry; before the first one there is nothing.
  if (byOffset.length > 0 && byOffset[0]!.relativeOffsetOfLocalHeader !== 0) throw damaged();
  for (const { relativeOffsetOfLocalHeader: offset, fileNameLength, compressedSize, uncompressedSize } of byOffset) {
    if (offset < end) throw damaged();
    end = offset + LOCAL_HEADER_BYTES + fileNameLength + compressedSize;
    unpacked += uncompressedSize;
  }
  if (end > directoryStart) throw damaged();
  if (
    unpacked > ZIP_LIMITS.unpackedBytes ||
    (unpacked > MIN_BYTES_FOR_RATIO && unpacked > directoryStart * ZIP_LIMITS.ratio)
  )
    throw tooLarge();
}

/** The local header must match the directory, or two programs would see two different files. */
async function unpackEntry({ archive, entry }: FoundEntry): Promise<Buffer> {
  const header = await archive.readLocalFileHeaderPromise(entry);
  if (header.compressionMethod !== entry.compressionMethod || !header.fileName.equals(entry.fileNameRaw))
    throw damaged();
  const stream = await archive.openReadStreamPromise(entry);
  // A damaged entry may report several errors; the first one rejects the promise below.
  stream.on('error', () => {});
  return await wholeStream(stream);
}

function toZipEntry(name: string, { compressedSize, uncompressedSize }: Entry): ZipEntry {
  return { name, packedBytes: compressedSize, unpackedBytes: uncompressedSize };
}

function damaged(cause?: unknown): PortalError {
  return new PortalError('invalid_input', 'The file is damaged.', { cause });
}

function tooLarge(): PortalError {
  return new PortalError('payload_too_large', 'The file is too large when unpacked.');
}
