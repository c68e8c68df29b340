import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, onTestFinished, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const line = (id: string) =>
  JSON.stringify({
    id,
    title: 'News',
    description: '',
    categories: [],
    publishedAt: '2026-03-01T10:00:00Z',
    body: 'Text.',
  });

async function commandLine() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { url } = await testDatabase();
  const run = async (...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: url, PORTICO_DATA_DIR: join(folder, 'data'), INIT_CWD: folder };
    const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { code, out, err };
  };
  return { folder, run };
}

test('npm run content:import reports its outcome and exits with 0, or with 1 when a line was rejected', async () => {
  const { folder, run } = await commandLine();
  await writeFile(join(folder, 'news.jsonl'), line('one'));
  expect(await run('.')).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^Database test_\w+ on .*\n$/),
    out: expect.stringContaining('news: 1 added, 0 updated, 0 unchanged'),
  });
  await writeFile(join(folder, 'news.jsonl'), `${line('one')}\n${line('not an id')}`);
  const { code, out } = await run(folder);
  expect(code).toBe(1);
  expect(out).toContain(
    'news: 0 added, 0 updated, 1 unchanged\n\nRejected (1):\n  news.jsonl:2 not an id: id: Not an id',
  );
});

test('npm run content:import reports a missing folder and a wrong argument on one line, and shows its usage without arguments', async () => {
  const { folder, run } = await commandLine();
  expect(await run('nowhere')).toMatchObject({
    code: 1,
    err: expect.stringMatching(new RegExp(`\nThe folder ${join(folder, 'nowhere')} does not exist\\.\n$`)),
  });
  expect(await run('--shift')).toMatchObject({ code: 2, err: expect.stringContaining("Unknown option '--shift'") });
  expect(await run()).toMatchObject({ code: 2, out: expect.stringContaining('npm run content:import -- <folder>') });
});
