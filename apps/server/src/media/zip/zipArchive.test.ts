import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { zipFile } from '../../testing/files/officeFiles.ts';
import { openZip } from './zipArchive.ts';
import { zipStream } from './zipWriter.ts';

const END_BYTES = 22;

const open = (bytes: Buffer) =>
  openZip({
    size: bytes.length,
    read: async (start: number, length: number) => bytes.subarray(start, start + length),
  });
const namesIn = async (bytes: Buffer) => [...(await open(bytes)).entries.keys()];

const entries = [
  { name: 'letters/', data: '' },
  { name: 'letters/spring.xml', data: '<a>hail and wind</a>' },
  { name: 'index.xml', data: '<b/>' },
];

/**
 * The archive with a Zip64 record and locator before its last record, whose fields of 2 and 4 bytes are either repeated
 * or say that the Zip64 record has them.
 */
function withZip64End(
  bytes: Buffer,
  { isDeferred, ...lies }: { isDeferred: boolean } & Record<string, number | boolean>,
) {
  const endAt = bytes.length - END_BYTES;
  const end = Buffer.from(bytes.subarray(endAt));
  const lie = (name: string, value: number) => BigInt(Number(lies[name] ?? value));
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(lie('recordBytes', 44), 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(lie('countHere', end.readUInt16LE(8)), 24);
  record.writeBigUInt64LE(lie('count', end.readUInt16LE(10)), 32);
  record.writeBigUInt64LE(lie('directoryBytes', end.readUInt32LE(12)), 40);
  record.writeBigUInt64LE(lie('directoryStart', end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(lie('recordStart', endAt), 8);
  locator.writeUInt32LE(Number(lie('disks', 1)), 16);
  if (isDeferred) end.fill(0xff, 8, 20);
  return Buffer.concat([bytes.subarray(0, endAt), record, locator, end]);
}

test('an archive can begin with folders, as those of zip -r and WPS Office do [FILE-020]', async () => {
  const nested = [{ name: 'letters/', data: '' }, { name: 'letters/2026/', data: '' }, ...entries.slice(1)];
  for (const list of [entries, nested, entries.toReversed()])
    expect(await namesIn(zipFile(list))).toEqual(list.map(({ name }) => name));
  const stored = zipFile([{ name: 'letters/', data: '', isStored: true }, ...entries.slice(1)]);
  expect((await (await open(stored)).unpack('letters/spring.xml', 100)).toString()).toBe('<a>hail and wind</a>');
});

test('a small archive can end with Zip64 records, whether or not the last record defers to them [FILE-020]', async () => {
  for (const isDeferred of [true, false]) {
    const archive = await open(withZip64End(zipFile(entries), { isDeferred }));
    expect((await archive.unpack('letters/spring.xml', 100)).toString()).toBe('<a>hail and wind</a>');
  }
});

test('an archive whose Zip64 records disagree with each other or with the directory is rejected [FILE-020, U4]', async () => {
  const bytes = zipFile(entries);
  const start = bytes.readUInt32LE(bytes.length - END_BYTES + 16);
  const lies: Array<Record<string, number>> = [
    { recordBytes: 45 },
    { countHere: 2 },
    { count: 2 },
    { directoryBytes: 10 },
    { directoryStart: start + 1 },
    { recordStart: bytes.length },
    { disks: 2 },
  ];
  for (const lie of lies)
    await expect(open(withZip64End(bytes, { isDeferred: true, ...lie })), JSON.stringify(lie)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  const disagreeing = withZip64End(bytes, { isDeferred: false });
  disagreeing.writeUInt32LE(start - 1, disagreeing.length - END_BYTES + 16);
  await expect(open(disagreeing)).rejects.toMatchObject({ code: 'invalid_input' });
});

test('an archive can have a comment and sizes after its entries [FILE-020]', async () => {
  const streamed = await buffer(zipStream([{ name: 'a.xml', content: ['<a/>'] }]));
  for (const bytes of [streamed, zipFile(entries)]) {
    const commented = Buffer.concat([bytes, Buffer.from('Made by Kestrel Writer')]);
    commented.writeUInt16LE(22, bytes.length - 2);
    expect(await namesIn(commented)).toEqual(await namesIn(bytes));
  }
});

test('an archive can be followed by a few line breaks or zeros, unless they could be part of a comment [FILE-085]', async () => {
  const bytes = zipFile(entries);
  for (const blanks of ['\n', '\r\n\r\n', '\0'.repeat(1024)]) {
    const archive = await open(Buffer.concat([bytes, Buffer.from(blanks)]));
    expect([...archive.entries.keys()]).toEqual(entries.map(({ name }) => name));
    expect((await archive.unpack('letters/spring.xml', 100)).toString()).toBe('<a>hail and wind</a>');
  }
  // One program sees an archive with a long comment, another one the archive inside of it.
  const other = zipFile([{ name: 'other.xml', data: '<c/>' }]);
  const twofold = Buffer.concat([bytes, other, Buffer.from('\n')]);
  twofold.writeUInt16LE(other.length + 1, bytes.length - 2);
  for (const odd of [twofold, Buffer.concat([bytes, Buffer.alloc(1025)]), Buffer.concat([bytes, Buffer.from('\nx')])])
    await expect(open(odd)).rejects.toMatchObject({ code: 'invalid_input' });
});

test('backslashes in the names of an archive separate folders, and names that become equal are rejected [FILE-020]', async () => {
  const archive = await open(zipFile([{ name: String.raw`letters\spring.xml`, data: '<a/>' }]));
  expect((await archive.unpack('letters/spring.xml', 100)).toString()).toBe('<a/>');
  const twice = [entries[1]!, { name: String.raw`letters\spring.xml`, data: '<b/>' }];
  await expect(open(zipFile(twice))).rejects.toMatchObject({ code: 'invalid_input' });
  for (const name of [String.raw`..\spring.xml`, String.raw`C:\spring.xml`])
    await expect(open(zipFile([{ name, data: '' }]))).rejects.toMatchObject({ code: 'invalid_input' });
});

test('bytes before the first entry of an archive, an entry that it does not list, and bytes after its end are rejected [FILE-020, U4]', async () => {
  const bytes = zipFile(entries);
  const directoryStart = bytes.readUInt32LE(bytes.length - END_BYTES + 16);
  const prefix = Buffer.from('#!/bin/sh\n');
  const behind = Buffer.concat([prefix, bytes]);
  behind.writeUInt32LE(directoryStart + prefix.length, behind.length - END_BYTES + 16);
  for (let at = directoryStart + prefix.length; behind.readUInt32LE(at) === 0x02014b50;) {
    behind.writeUInt32LE(behind.readUInt32LE(at + 42) + prefix.length, at + 42);
    at += 46 + behind.readUInt16LE(at + 28);
  }
  const firstBytes = 46 + entries[0]!.name.length;
  const unlisted = Buffer.concat([bytes.subarray(0, directoryStart), bytes.subarray(directoryStart + firstBytes)]);
  const end = unlisted.length - END_BYTES;
  unlisted.writeUInt16LE(2, end + 8);
  unlisted.writeUInt16LE(2, end + 10);
  unlisted.writeUInt32LE(end - directoryStart, end + 12);
  const followed = Buffer.concat([bytes, Buffer.from('x')]);
  for (const [name, odd] of Object.entries({ behind, unlisted, followed }))
    await expect(open(odd), name).rejects.toMatchObject({ code: 'invalid_input' });
});
