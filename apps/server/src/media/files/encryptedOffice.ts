import type { ByteSource } from '../zip/sourceReader.ts';

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENTRY_BYTES = 128;
/** The main entry of each old format. Source: MS-XLS, MS-DOC and MS-PPT, 2.1. */
const OLD_FORMATS: Record<string, string> = {
  Workbook: '.xls',
  Book: '.xls',
  WordDocument: '.doc',
  'PowerPoint Document': '.ppt',
};
/**
 * The entries of a password-protected file in the current format besides its root, in capitals; old formats, with or
 * without macros, have others.
 */
const ENCRYPTED_FILE_ENTRIES = new Set([
  'ENCRYPTIONINFO',
  'ENCRYPTEDPACKAGE',
  '\x06DATASPACES',
  'VERSION',
  'DATASPACEMAP',
  'DATASPACEINFO',
  'STRONGENCRYPTIONDATASPACE',
  'TRANSFORMINFO',
  'STRONGENCRYPTIONTRANSFORM',
  '\x06PRIMARY',
]);
const MAX_DIRECTORY_SECTORS = 32;

/**
 * True for a password-protected DOCX, XLSX or PPTX: a compound file with an encrypted package and nothing else. Source:
 * MS-OFFCRYPTO 2.3, MS-CFB 2.
 */
export async function isEncryptedOffice(source: ByteSource): Promise<boolean> {
  const header = await source.read(0, 512);
  if (header.length < 512 || !header.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return false;
  // The first entry is the root, which some programs give no name. Case does not matter. Source: MS-CFB 2.6.1, 2.6.4.
  const [, ...names] = (await entryNames(source, header, 2 ** shift)).map((name) => name.toUpperCase());
  return (
    names.includes('ENCRYPTIONINFO') &&
    names.includes('ENCRYPTEDPACKAGE') &&
    names.every((name) => ENCRYPTED_FILE_ENTRIES.has(name))
  );
}

/** The extension of an office file in the format of 2003 or older, whatever its name is. */
export async function oldOfficeFormat(source: ByteSource): Promise<string | undefined> {
  const header = await source.read(0, 512);
  if (header.length < 512 || !header.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const names = await entryNames(source, header, 2 ** shift);
  return names.map((name) => OLD_FORMATS[name]).find((extension) => extension !== undefined);
}

async function entryNames(source: ByteSource, header: Buffer, sectorBytes: number): Promise<string[]> {
  const read = (sector: number) => source.read((sector + 1) * sectorBytes, sectorBytes);
  const names: string[] = [];
  let sector = header.readUInt32LE(48);
  for (let count = 0; count < MAX_DIRECTORY_SECTORS && sector < 0xfffffffa; count += 1) {
    const entries = await read(sector);
    for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
      const nameBytes = entries.readUInt16LE(at + 64);
      const isNamed = nameBytes >= 2 && nameBytes <= 64;
      if (isNamed) names.push(entries.toString('utf16le', at, at + nameBytes - 2));
      else if (names.length === 0) names.push('');
    }
    sector = await sectorAfter(sector, header, sectorBytes, read);
  }
  return names;
}

/**
 * Reads the table of sectors. Its first 109 parts, listed in the header, are enough for every file size that the portal
 * accepts.
 */
async function sectorAfter(
  sector: number,
  header: Buffer,
  sectorBytes: number,
  read: (sector: number) => Promise<Buffer>,
): Promise<number> {
  const perTable = sectorBytes / 4;
  const table = Math.floor(sector / perTable);
  if (table >= 109) return 0xffffffff;
  const entries = await read(header.readUInt32LE(76 + table * 4));
  const at = (sector % perTable) * 4;
  return at + 4 <= entries.length ? entries.readUInt32LE(at) : 0xffffffff;
}
