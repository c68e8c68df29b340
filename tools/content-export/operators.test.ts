import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fillFolder } from '@portico/server/backup/folderParts';
import type { PartWriter } from '@portico/server/backup/parts';
import { fileKey } from '@portico/server/media/files/files';
import { createDiskStore } from '@portico/server/media/store/diskStore';
import { contentMaker } from '@portico/server/testing/contentMaker';
import { expect, onTestFinished, test } from 'vitest';
import { now, portal } from '../content-import/testing/testCollection.ts';
import { exportContent, exportedNames } from './exportContent.ts';

async function portalWithFile() {
  const source = await portal();
  const store = createDiskStore(source.storeDir);
  await contentMaker(source.db, { now }, store).document({
    header: 'Fees',
    text: 'What it costs.',
    fileName: 'fees.txt',
  });
  const above = await mkdtemp(join(tmpdir(), 'portico-export-'));
  onTestFinished(() => rm(above, { recursive: true, force: true }));
  const folder = join(above, 'export');
  const write = (parts: PartWriter) => exportContent(parts, { databaseUrl: source.url, store });
  const mayReplace = (entry: string) => exportedNames.includes(entry);
  return { ...source, store, above, folder, write, mayReplace };
}

test('an export refuses a folder that is not empty, and replaces an earlier export only when told to [DESK-283]', async () => {
  const { above, folder, write, mayReplace } = await portalWithFile();
  await fillFolder(folder, write);
  await expect(fillFolder(folder, write)).rejects.toThrow('already exists and is not an empty folder');
  await fillFolder(folder, write, { mayReplace });
  expect((await readdir(folder)).every((name) => exportedNames.includes(name))).toBe(true);
  await writeFile(join(folder, 'my notes.txt'), 'Mine.');
  await expect(fillFolder(folder, write, { mayReplace })).rejects.toThrow('already exists and is not an empty folder');
  expect(await readdir(folder)).toContain('my notes.txt');
  expect(await readdir(above)).toEqual(['export']);
  await mkdir(join(above, 'empty'));
  await fillFolder(join(above, 'empty'), write);
  expect(await readdir(join(above, 'empty'))).toContain('news.jsonl');
});

test('an export with a file that is missing or damaged in the store names it and leaves nothing [DESK-283]', async () => {
  const { db, store, above, folder, write } = await portalWithFile();
  const { sha256 } = await db.selectFrom('files').select('sha256').executeTakeFirstOrThrow();
  await store.put(fileKey(sha256), Readable.from([Buffer.from('Something else.')]));
  await expect(fillFolder(folder, write)).rejects.toThrow(/another content at files\/.*, the file fees\.txt of “Fees”/);
  await store.delete(fileKey(sha256));
  await expect(fillFolder(folder, write)).rejects.toThrow(/has no files\/.*, the file fees\.txt of “Fees”/);
  expect(await readdir(above)).toEqual([]);
});

test('an export to a disk that is full leaves nothing [DESK-283]', async () => {
  const { above, folder, write } = await portalWithFile();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const filling = (parts: PartWriter) =>
    write({ write: (path, source) => (path === 'menu.json' ? Promise.reject(full) : parts.write(path, source)) });
  await expect(fillFolder(folder, filling)).rejects.toBe(full);
  expect(await readdir(above)).toEqual([]);
});

test('an export while editors publish is as of one instant [DESK-280]', async () => {
  const { db, folder, write } = await portalWithFile();
  const make = contentMaker(db, { now });
  await make.news({ header: 'Before' });
  const meanwhile = (parts: PartWriter) =>
    write({
      async write(path, source) {
        if (path === 'events.jsonl') {
          await make.event({ header: 'Meanwhile' });
          await make.resource({ header: 'Meanwhile' });
        }
        await parts.write(path, source);
      },
    });
  const { counts } = await fillFolder(folder, meanwhile);
  expect([counts.get('news.jsonl'), counts.get('events.jsonl'), counts.get('resources.jsonl')]).toEqual([1, 0, 0]);
});
