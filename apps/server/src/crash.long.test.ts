import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '@portico/dev-database/databases';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import { expect, onTestFinished, test } from 'vitest';
import { migrateToLatest } from './db/migrate.ts';
import { freePort, runChild, startChildServer } from './testing/processes/childServer.ts';
import { crashDraft } from './testing/processes/crashWriter.ts';
import { testDatabase } from './testing/testDatabase.ts';
import { startTestIssuer } from './testing/testIssuer.ts';

interface ItemRow {
  id: string;
  version: number;
  entries: number;
  draft: { header: string; categories: string[]; components: unknown } | null;
  published: { header: string; categories: string[]; components: unknown } | null;
  copies: string[];
}

/** How often the writing process is killed. Use `PORTICO_KILLS=1000` for a long run; each kill takes about a second. */
const KILLS = Number(process.env['PORTICO_KILLS'] ?? 8);

/** The version of an item after its first save. */
const FIRST_VERSION = 1;

/** Every item in the database, with the number of its audit entries. */
const readItems = (url: string) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<ItemRow>(`
    select item.id, item.version, item.categories as copies, row_to_json(draft) as draft, row_to_json(published) as published,
      (select count(*)::int from audit_log where object_id = item.id::text) as entries
    from content_items item left join content_revisions draft on draft.id = item.draft_revision_id
    left join content_revisions published on published.id = item.published_revision_id`);
    const { rows: breaks } = await client.query('select audit_log_breaks()');
    return { items: new Map(rows.map((row) => [row.id, row])), breaks };
  });

/**
 * Checks that every acknowledged change is present and that no item is incomplete: an item with an odd version was
 * saved last, one with an even version published.
 */
async function expectWhole(url: string, lines: string[]): Promise<void> {
  const { items, breaks } = await readItems(url);
  const acknowledged = new Map<string, number>();
  for (const line of lines) {
    const [id = '', version] = line.split(' ');
    acknowledged.set(id, Math.max(acknowledged.get(id) ?? 0, Number(version)));
  }
  const lost = [...acknowledged].filter(([id, version]) => (items.get(id)?.version ?? 0) < version);
  expect(lost).toEqual([]);
  const beyond = [...items.values()].filter((item) => item.version - FIRST_VERSION > (acknowledged.get(item.id) ?? 0));
  expect(beyond).toEqual([]);
  for (const item of items.values()) {
    expect(item.entries).toBe(item.version - FIRST_VERSION + 1);
    for (const revision of [item.draft, item.published]) {
      if (!revision) continue;
      const { fields, trees } = crashDraft(item.id, Number(revision.categories[0]));
      const { header, categories } = fields;
      expect(revision).toMatchObject({ header, categories, components: trees.components });
    }
    expect(item.draft ?? item.published).not.toBeNull();
    expect(item.copies).toEqual(item.published?.categories ?? []);
  }
  expect(breaks).toEqual([]);
}

test(
  'a process killed repeatedly while writing loses no acknowledged change and leaves no partial one [R1]',
  async () => {
    const { url } = await testDatabase();
    const lines: string[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const writer = runChild('testing/processes/crashWriter.ts', { CRASH_DATABASE_URL: url });
      const lineCount = 20 + (round % 8) * 7;
      await expect.poll(() => writer.lines.length, { interval: 5 }).toBeGreaterThan(lineCount);
      writer.process.kill('SIGKILL');
      expect(await writer.ended).toEqual({ code: null, signal: 'SIGKILL' });
      lines.push(...writer.lines);
    }
    expect(lines.length).toBeGreaterThan(KILLS * 20);
    // The database aborts transactions of killed processes as soon as it notices that they are gone.
    await sleep(300);
    await expectWhole(url, lines);
    if (KILLS > 8) console.log(`${KILLS} kills, ${lines.length} acknowledged changes, none lost`);
  },
  1_200_000 + KILLS * 5000,
);

test('a server killed during sign-ins has stored everyone who got a response exactly once [R1, L3]', async () => {
  const { url, db } = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const port = await freePort();
  const answered: string[] = [];
  let isOver = false;
  let count = 0;
  const people = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const sub = `person-${(count += 1)}`;
      const { idToken, accessToken } = await issuer.tokens({ sub });
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/users/current`, {
        headers: { authorization: `Bearer ${accessToken}`, 'id-token': idToken },
      }).catch(() => undefined);
      if (answer?.status === 200) answered.push(sub);
      else await sleep(20);
    }
  });
  for (let round = 1; round <= 3; round += 1) {
    const server = await startChildServer({ databaseUrl: url, issuer, port });
    const before = answered.length;
    await expect.poll(() => answered.length - before, { interval: 5 }).toBeGreaterThan(25);
    server.process.kill('SIGKILL');
    await server.ended;
  }
  isOver = true;
  await Promise.all(people);
  const rows = await db
    .selectFrom('users')
    .leftJoin('audit_log', (joined) =>
      joined.on((eb) => eb('audit_log.object_id', '=', eb.cast<string>('users.id', 'text'))),
    )
    .select(['users.subject', 'audit_log.action'])
    .execute();
  expect(
    answered.filter((sub) => rows.filter((row) => row.subject === sub && row.action === 'user.signed-in').length !== 1),
  ).toEqual([]);
  expect(rows.filter((row) => row.action === null)).toEqual([]);
});

test('the embedded database, killed while writing, restarts with every acknowledged change, and writers continue [R1, R2]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-crash-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  let database = await startEmbeddedDatabase({ dataDir });
  onTestFinished(async () => {
    await database.stop();
    const { home } = JSON.parse(await readFile(join(dataDir, 'connection.json'), 'utf8')) as { home: string };
    for (const path of [home, folder]) await rm(path, { recursive: true, force: true });
  });
  await migrateToLatest(database.url);
  const writer = runChild('testing/processes/crashWriter.ts', { CRASH_DATABASE_URL: database.url });
  for (let round = 0; round < 2; round += 1) {
    const before = writer.lines.length;
    await expect.poll(() => writer.lines.length - before, { interval: 5 }).toBeGreaterThan(60);
    const { home } = JSON.parse(await readFile(join(dataDir, 'connection.json'), 'utf8')) as { home: string };
    const [pid] = (await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await sleep(100);
    database = await startEmbeddedDatabase({ dataDir });
  }
  const before = writer.lines.length;
  await expect.poll(() => writer.lines.length).toBeGreaterThan(before + 20);
  writer.process.kill('SIGKILL');
  await writer.ended;
  await sleep(300);
  await expectWhole(database.url, writer.lines);
});
