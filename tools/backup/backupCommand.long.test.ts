import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { fillFolder } from '@portico/server/backup/folderParts';
import { filledPortal, temporaryFolder } from '@portico/server/testing/filledPortal';
import { writeBackup } from '@portico/server/backup/writeBackup';
import { expect, test } from 'vitest';

test('npm run backup and npm run restore move a portal with the embedded database to a new data folder [R11]', async () => {
  const parent = await temporaryFolder();
  const run = async (command: string, dataDir: string, ...args: string[]) => {
    const env = { PATH: process.env.PATH, PORTICO_DATA_DIR: join(parent, dataDir), INIT_CWD: parent };
    const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), command, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { code, out, err };
  };
  const { url, store } = await filledPortal();
  await fillFolder(join(parent, 'first'), (parts) => writeBackup(parts, { databaseUrl: url, store }));
  expect(await run('restore', 'new', 'first')).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^The embedded database in .*\n$/) as string,
    out: expect.stringContaining('and 5 files') as string,
  });
  expect(await run('backup', 'new', 'second')).toMatchObject({ code: 0 });
  const of = async (folder: string) =>
    JSON.parse(await readFile(join(parent, folder, 'manifest.json'), 'utf8')) as {
      tables: Array<{ sha256: string; name: string }>;
      files: unknown;
    };
  const [first, second] = [await of('first'), await of('second')];
  expect(second.files).toEqual(first.files);
  expect(second.tables.map(({ name, sha256 }) => [name, sha256])).toEqual(
    first.tables.map(({ name, sha256 }) => [name, sha256]),
  );
  expect(await run('restore', 'new', 'first')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The database is not empty') as string,
  });
  expect(await run('backup', 'new')).toMatchObject({
    code: 2,
    err: 'BACKUP_URL is not set in the environment. Set it there, or name the folder for the backup.\n',
  });
  expect(await run('backup', 'new', 'third', 'fourth')).toMatchObject({
    code: 2,
    out: expect.stringContaining('npm run restore') as string,
  });
});
