import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compoundFile, docxFile, pptxFile, xlsxFile, zipFile } from '../../testing/files/officeFiles.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { openDocumentFile } from '../../testing/files/openDocumentFile.ts';
import { pdfFile } from '../../testing/files/pdfFile.ts';
import { createDiskStore } from '../store/diskStore.ts';
import { addFile, fileKey } from './files.ts';
import type { ObjectStore } from '../store/objectStore.ts';
import { ZIP_LIMITS } from '../zip/zipArchive.ts';

let database: TestDatabase & { close: () => Promise<void> };
let store: ObjectStore;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-hostile-'));
  database = await openTestDatabase();
  store = createDiskStore(folder);
  return () => rm(folder, { recursive: true });
});
afterAll(() => database.close());

const add = (bytes: Uint8Array | string, fileName: string) =>
  addFile({ db: database.db, store }, { stream: Readable.from([Buffer.from(bytes as string)]), fileName });
const outcome = async (bytes: Uint8Array | string, fileName: string) =>
  add(bytes, fileName).then(
    ({ format }) => `accepted as ${format}`,
    (error: { code: string }) => error.code,
  );
const part = (type: string, more: Parameters<typeof zipFile>[0] = []) =>
  zipFile([
    {
      name: '[Content_Types].xml',
      data: `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    },
    { name: 'word/document.xml', data: '<d/>' },
    ...more,
  ]);
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const png = () =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#345' } })
    .png()
    .toBuffer();

test('each format is accepted with its extensions, including uppercase ones [U1]', async () => {
  const film = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom', 'latin1'), Buffer.alloc(40)]);
  const webm = Buffer.concat([
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
    Buffer.alloc(40),
  ]);
  const picture = sharp(await png());
  const files: Array<[string, Uint8Array | string, string]> = [
    ['PDF', pdfFile(['x']), 'a.pdf'],
    ['DOCX', docxFile('<w:p/>'), 'a.DOCX'],
    ['XLSX', xlsxFile([]), 'a.xlsx'],
    ['PPTX', pptxFile([]), 'a.pptx'],
    ['ODT', openDocumentFile('ODT', ''), 'a.odt'],
    ['ODS', openDocumentFile('ODS', ''), 'a.ODS'],
    ['ODP', openDocumentFile('ODP', ''), 'a.odp'],
    ['RTF', '{\\rtf1 x}', 'a.rtf'],
    ['CSV', 'a,b', 'a.csv'],
    ['TXT', 'words', 'a.txt'],
    ['PNG', await png(), 'a.png'],
    ['JPEG', await picture.jpeg().toBuffer(), 'a.JPG'],
    ['JPEG', await picture.jpeg({ quality: 50 }).toBuffer(), 'b.jpeg'],
    ['WEBP', await picture.webp().toBuffer(), 'a.webp'],
    ['MP4', film, 'a.mp4'],
    ['WEBM', webm, 'a.webm'],
    ['VTT', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello', 'a.vtt'],
  ];
  for (const [format, bytes, name] of files) expect(await outcome(bytes, name), name).toBe(`accepted as ${format}`);
});

test('files whose content does not match their name, and unlisted formats, are rejected [U1, U3]', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = '<!doctype html><script>alert(1)</script>';
  const hostile: Array<[Uint8Array | string, string]> = [
    [svg, 'drawing.svg'],
    [svg, 'drawing.png'],
    [svg, 'drawing.txt'],
    [html, 'page.html'],
    [html, 'page.pdf'],
    [html, 'page.docx'],
    [html, 'page.txt'],
    [html, 'page.csv'],
    [`\n \t${html}`, 'page2.txt'],
    ['<?php system($_GET[0]); ?>', 'a.txt'],
    ['#!/bin/sh\nrm -rf /', 'b.txt'],
    ['{\\rtf1 hello}', 'c.txt'],
    ['MZ\x90\0\x03', 'd.txt'],
    [pdfFile(['x']), 'e.txt'],
    [pdfFile(['x']), 'f.docx'],
    [Buffer.concat([Buffer.from(html), pdfFile(['x'])]), 'behind.pdf'],
    [Buffer.concat([Buffer.from('GIF89a/*'), pdfFile(['x'])]), 'gif.pdf'],
    ['not a subtitle', 'g.vtt'],
    ['WEBVTTx', 'h.vtt'],
    [Buffer.from('\ufeffWEBVTT', 'utf16le'), 'i.vtt'],
    ['a\0b', 'j.csv'],
    ['a\x1b[2Jb', 'k.txt'],
    ['x', 'l.exe'],
    ['x', 'm.svgz'],
    ['x', 'n.xml'],
    [await png(), 'o.jpg'],
    [Buffer.from('\0\0\0\x20ftypheic', 'latin1'), 'p.mp4'],
    [Buffer.from('1a45dfa3428288', 'hex'), 'q.webm'],
    ['PK\x03\x04', 'r.zip'],
    [docxFile('<w:p/>'), 's.xlsx'],
    [xlsxFile([]), 't.pptx'],
    [part('text/html'), 'u.docx'],
    [zipFile([{ name: 'a.txt', data: 'x' }]), 'v.docx'],
    [part(DOCX.replace('document.main', 'template.main')), 'w.docx'],
  ];
  for (const [bytes, name] of hostile) expect(await outcome(bytes, name), name).toBe('unsupported_media_type');
});

test('files with macros or other code are rejected, whatever their name [U1]', async () => {
  const hostile = [
    part('application/vnd.ms-word.document.macroEnabled.main+xml'),
    part(DOCX, [{ name: 'word/vbaProject.bin', data: 'x' }]),
    part(DOCX, [{ name: 'word/VBAPROJECT.BIN', data: 'x' }]),
    part(DOCX, [{ name: 'word/activeX/activeX1.bin', data: 'x' }]),
    part(DOCX, [{ name: 'xl/macrosheets/sheet1.xml', data: 'x' }]),
    part(`${DOCX}"/><Override PartName="/x" ContentType="application/vnd.ms-office.vbaProject`),
  ];
  for (const bytes of hostile) expect(await outcome(bytes, 'letter.docx')).toBe('unsupported_media_type');
  for (const name of ['a.docm', 'a.xlsm', 'a.pptm', 'a.dotm', 'a.xlsb'])
    expect(await outcome(hostile[0]!, name)).toBe('unsupported_media_type');
});

test('an office file whose content type list is ambiguous is rejected [U1]', async () => {
  const types = (xml: string | Buffer) => zipFile([{ name: '[Content_Types].xml', data: xml }]);
  const good = `<Types><Override ContentType="${DOCX}"/></Types>`;
  expect(await outcome(types(good), 'a.docx')).toBe('accepted as DOCX');
  for (const xml of [
    `<!DOCTYPE x [<!ENTITY a "b">]>${good}`,
    good.replace('<Types>', '<Types>&x;'),
    Buffer.from(`\ufeff${good}`, 'utf16le'),
  ])
    expect(await outcome(types(xml), 'a.docx')).toBe('unsupported_media_type');
});

test('archives with false metadata are rejected before anything is unpacked [U4]', async () => {
  const entry = { name: '[Content_Types].xml', data: `<Types><Override ContentType="${DOCX}"/></Types>` };
  const lying = (lies: NonNullable<Parameters<typeof zipFile>[0][number]['lies']>) =>
    zipFile([entry, { name: 'b.xml', data: 'x'.repeat(1000), lies }]);
  const damaged = {
    'duplicate names': zipFile([entry, entry]),
    'overlapping entries': lying({ offset: 0 }),
    'an entry behind the directory': lying({ offset: 1_000_000 }),
    'a path outside the folder': lying({ name: '../../etc/passwd' }),
    'an absolute name': lying({ name: '/b.xml' }),
    'a NUL in a name': lying({ name: 'b\0.xml' }),
    'an encrypted entry': lying({ flags: 1 }),
    'an unknown compression method': lying({ method: 14 }),
    'bytes before the archive': Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), zipFile([entry])]),
    'bytes after the archive': Buffer.concat([zipFile([entry]), Buffer.from('<script>')]),
    'a truncated archive': zipFile([entry]).subarray(0, 60),
    'no directory': Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(100)]),
  };
  for (const [what, bytes] of Object.entries(damaged))
    expect(await outcome(bytes, 'a.docx'), what).toBe('invalid_input');
  // The first entry is read immediately: its header must match the directory.
  const first = (lies: NonNullable<Parameters<typeof zipFile>[0][number]['lies']>) => zipFile([{ ...entry, lies }]);
  expect(await outcome(first({ unpackedBytes: 10 }), 'a.docx')).toBe('invalid_input');
  expect(await outcome(zipFile([{ ...entry, name: 'harmless.xml', lies: { name: entry.name } }]), 'a.docx')).toBe(
    'invalid_input',
  );
});

test('an encrypted archive is reported as encrypted, not as damaged [FILE-001]', async () => {
  const entry = { name: '[Content_Types].xml', data: `<Types><Override ContentType="${DOCX}"/></Types>` };
  const locked = zipFile([entry, { name: 'b.xml', data: 'x', lies: { flags: 1 } }]);
  await expect(add(locked, 'locked.docx')).rejects.toThrow('The file is encrypted.');
  await expect(add(locked.subarray(0, 60), 'half.docx')).rejects.toThrow('damaged');
});

test('zip bombs are stopped by limits on entries, unpacked size and ratio, tested on both sides [U4]', async () => {
  const types = { name: '[Content_Types].xml', data: `<Types><Override ContentType="${DOCX}"/></Types>` };
  const many = (count: number) =>
    zipFile([types, ...Array.from({ length: count - 1 }, (_, index) => ({ name: `${index}`, data: '' }))]);
  expect(await outcome(many(ZIP_LIMITS.entries), 'a.docx')).toBe('accepted as DOCX');
  expect(await outcome(many(ZIP_LIMITS.entries + 1), 'a.docx')).toBe('payload_too_large');
  const claiming = (unpackedBytes: number, packed: number) =>
    zipFile([types, { name: 'b', data: randomBytes(packed), lies: { unpackedBytes } }]);
  expect(await outcome(claiming(ZIP_LIMITS.unpackedBytes - 1000, 4_000_000), 'a.docx')).toBe('accepted as DOCX');
  expect(await outcome(claiming(ZIP_LIMITS.unpackedBytes + 1, 4_000_000), 'a.docx')).toBe('payload_too_large');
  expect(await outcome(zipFile([types, { name: 'b', data: Buffer.alloc(9 * 1024 * 1024) }]), 'a.docx')).toBe(
    'accepted as DOCX',
  );
  expect(await outcome(zipFile([types, { name: 'b', data: Buffer.alloc(11 * 1024 * 1024) }]), 'a.docx')).toBe(
    'payload_too_large',
  );
});

test('pictures lose their metadata and any data appended to them, and can have 50 million pixels [U4, U5]', async () => {
  const photo = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#345' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Camera of Ana' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  const polyglot = Buffer.concat([
    photo,
    Buffer.from('<script>alert(1)</script>'),
    zipFile([{ name: 'evil.js', data: 'x' }]),
  ]);
  const { fileId, bytes } = await add(polyglot, 'photo.jpg');
  const row = await database.db.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow();
  const stored = await buffer((await store.open(fileKey(row.sha256)))!.stream);
  expect(stored.length).toBe(bytes);
  for (const word of ['Camera of Ana', 'script', 'evil.js', 'Exif']) expect(stored.includes(word), word).toBe(false);
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 80 });
  const large = await sharp({
    create: { width: 10_000, height: 5001, channels: 3, background: '#345' },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
  expect(await outcome(large, 'large.png')).toBe('payload_too_large');
  expect(await outcome((await png()).subarray(0, 60), 'half.png')).toBe('invalid_input');
});

test('a password-protected file is accepted, but an old office file with a new extension is not', async () => {
  const locked = ['EncryptionInfo', 'EncryptedPackage', '\x06DataSpaces', 'Version', 'DataSpaceMap'];
  expect(await outcome(compoundFile(locked), 'locked.xlsx')).toBe('accepted as XLSX');
  expect(await outcome(compoundFile([...locked, 'VBA']), 'macros.xlsx')).toBe('unsupported_media_type');
  expect(await outcome(compoundFile(['WordDocument']), 'old.docx')).toBe('unsupported_media_type');
});
