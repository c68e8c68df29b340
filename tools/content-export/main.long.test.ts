import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { exampleText } from '@portico/kinds/examples';
import { contentMaker } from '@portico/server/testing/contentMaker';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { now } from '../content-import/testing/testCollection.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

async function commandLine() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-export-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { url, db } = await testDatabase();
  const start = (...args: string[]) => {
    const env = {
      ...process.env,
      NODE_OPTIONS: '--max-old-space-size=64',
      DATABASE_URL: url,
      PORTICO_DATA_DIR: join(folder, 'data'),
      INIT_CWD: folder,
    };
    return spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const run = async (...args: string[]) => {
    const child = start(...args);
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { code, out, err };
  };
  return { folder, db, start, run };
}

test('content:export reports what it wrote with exit code 0, refuses a folder that is not empty with 1, and wrong arguments with 2 [DESK-283]', async () => {
  const { folder, db, run } = await commandLine();
  await contentMaker(db, { now }).news();
  expect(await run('out')).toMatchObject({ code: 0, out: expect.stringContaining('news.jsonl: 1\n') as string });
  expect(await run('out')).toMatchObject({
    code: 1,
    err: expect.stringContaining(`${join(folder, 'out')} already exists and is not an empty folder.`) as string,
  });
  expect(await run('out', '--replace')).toMatchObject({ code: 0 });
  await writeFile(join(folder, 'file'), '');
  expect(await run('file')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not an empty folder') as string,
  });
  expect(await run('file/below')).toMatchObject({ code: 1 });
  expect(await run('out', '--all')).toMatchObject({ code: 2 });
  expect(await run()).toMatchObject({ code: 2, out: expect.stringContaining('content:export -- <folder>') as string });
  expect(await run('--help')).toMatchObject({ code: 0 });
});

test('a killed export leaves nothing that looks whole, and the next one is whole [DESK-283]', async () => {
  const { folder, db, start, run } = await commandLine();
  const make = contentMaker(db, { now });
  for (let count = 0; count < 120; count += 1) await make.news();
  const child = start('out');
  const exited = once(child, 'exit');
  while (!(await readdir(folder)).includes('out.unfinished') && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 2));
  child.kill('SIGKILL');
  await exited;
  expect(await readdir(folder)).not.toContain('out');
  expect(await run('out')).toMatchObject({ code: 0, out: expect.stringContaining('news.jsonl: 120\n') as string });
  expect((await readdir(folder)).filter((name) => name.startsWith('out'))).toEqual(['out']);
});

test('content larger than the memory of the command is exported [DESK-283]', async () => {
  const { folder, db, run } = await commandLine();
  const body = exampleText('Every text of this item is long. '.repeat(100));
  const components = Array.from({ length: 20 }, (_, index) => ({ id: `c${index}`, type: 'BodyText' as const, body }));
  const long = await contentMaker(db, { now }).news({ components });
  const count = 1500;
  await sql`insert into content_items (kind) select 'news' from generate_series(1, ${sql.lit(count)})`.execute(db);
  await sql`insert into content_revisions
    select (jsonb_populate_record(rev, jsonb_build_object('id', gen_random_uuid(), 'item_id', item.id, 'first_published_at', null))).*
    from content_revisions rev, content_items item where rev.item_id = ${long} and item.id <> ${long}`.execute(db);
  await sql`update content_items item set draft_revision_id = rev.id from content_revisions rev
    where rev.item_id = item.id and item.published_revision_id is null`.execute(db);
  expect(await run('out')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`news.jsonl: ${count + 1}\n`) as string,
  });
  expect((await stat(join(folder, 'out/news.jsonl'))).size).toBeGreaterThan(95_000_000);
});
