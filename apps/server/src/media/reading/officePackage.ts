import { posix } from 'node:path';
import { PortalError } from '../../errors.ts';
import { isEncryptedOffice } from '../files/encryptedOffice.ts';
import type { ByteSource } from '../zip/sourceReader.ts';
import { openZip } from '../zip/zipArchive.ts';
import { UnreadableFile } from './reading.ts';
import { elementsIn, parseXml } from './xml.ts';

/** The limit for one unpacked part of a file. The largest real sheets have about 50 MB. */
const MAX_PART_BYTES = 100 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

export interface Relation {
  /** The last segment of its type, e.g. `slide`. */
  type: string;
  /** The name of a part, or an address if it is external. */
  target: string;
  isExternal: boolean;
}

/** A DOCX, XLSX or PPTX: parts that refer to each other. */
export interface OfficePackage {
  /** The name of the main part. */
  main: string;
  /** The part's XML, or undefined if it does not exist. Case and percent-encoding of names don't matter. */
  part(name: string): Promise<string | undefined>;
  /** The same in pieces, each of which is decoded when it is needed. They can be read once. */
  pieces(name: string): Promise<Iterable<string> | undefined>;
  /** The content of a part that is not XML. */
  bytes(name: string): Promise<Buffer | undefined>;
  /** The relationships of a part by id. */
  relations(part: string): Promise<Map<string, Relation>>;
}

/** Throws UnreadableFile: `Protected`, `Damaged` or `TooLarge`. */
export async function openOffice(source: ByteSource): Promise<OfficePackage> {
  if (await isEncryptedOffice(source)) throw new UnreadableFile('Protected');
  const zip = await openZip(source).catch(unreadable);

  const entryNames = new Map([...zip.entries.keys()].toReversed().map((name) => [comparableName(name), name]));
  const entryOf = (name: string) => (zip.entries.has(name) ? name : entryNames.get(comparableName(name)));

  async function bytes(name: string): Promise<Buffer | undefined> {
    const entry = entryOf(name);
    return entry === undefined ? undefined : await zip.unpack(entry, MAX_PART_BYTES).catch(unreadable);
  }
  async function part(name: string): Promise<string | undefined> {
    const xml = await pieces(name);
    return xml && [...xml].join('');
  }
  async function pieces(name: string): Promise<Iterable<string> | undefined> {
    const content = await bytes(name);
    return content && decodedXml(content);
  }
  async function relations(name: string): Promise<Map<string, Relation>> {
    const folder = posix.dirname(name);
    const xml = await part(posix.join(folder, '_rels', `${posix.basename(name)}.rels`));
    const found = xml === undefined ? [] : elementsIn(parseXml(xml), 'Relationship');
    return new Map(
      found.map(({ attributes: { Id = '', Type = '', Target = '', TargetMode } }) => {
        const isExternal = TargetMode === 'External';
        const target = isExternal ? Target : partName(Target, folder);
        return [Id, { type: Type.split('/').at(-1)!, target, isExternal }];
      }),
    );
  }

  const main = [...(await relations('')).values()].find(
    ({ type, isExternal }) => type === 'officeDocument' && !isExternal,
  )?.target;
  if (main === undefined || entryOf(main) === undefined) throw new UnreadableFile('Damaged');
  return { main, part, pieces, bytes, relations };
}

/** The part that a relation of a part in `folder` points to. */
function partName(target: string, folder: string): string {
  const path = target.replace(/#.*$/s, '').replaceAll('\\', '/');
  return posix.join('/', path.startsWith('/') ? '' : folder, path).slice(1);
}

/**
 * Names of parts are equal whatever their case, and writers disagree on whether an entry has the percent-encoded name.
 * Source: ECMA-376 part 2, 6.2.2 and 7.3.4.
 */
function comparableName(name: string): string {
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}

function unreadable(cause: unknown): never {
  if (cause instanceof PortalError)
    throw new UnreadableFile(cause.code === 'payload_too_large' ? 'TooLarge' : 'Damaged', { cause });
  throw cause;
}

/** XML in pieces, so that a large part is not in memory a second time as text. */
function* decodedXml(bytes: Buffer): Generator<string> {
  const charset = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.toString('hex', 0, 2)] ?? 'utf-8';
  const decoder = new TextDecoder(charset, { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
      if (piece.includes('\0')) throw new UnreadableFile('Damaged');
      yield piece;
    }
    yield decoder.decode();
  } catch (cause) {
    throw cause instanceof TypeError ? new UnreadableFile('Damaged', { cause }) : cause;
  }
}
