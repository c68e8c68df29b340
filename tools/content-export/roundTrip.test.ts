import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createDiskStore } from '@portico/server/media/store/diskStore';
import { publish, saveDraft } from '@portico/server/content/publication';
import { contentMaker, revisionContent } from '@portico/server/testing/contentMaker';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { now, portal } from '../content-import/testing/testCollection.ts';
import { contentsOf, exported, fullPortal, HOSTILE, traces } from './testing/filledPortals.ts';

test('an export that is imported into an empty portal and exported again is equal byte for byte, with every kind of item and component, file and desk [DESK-280]', async () => {
  const source = await fullPortal();
  const { folder } = await exported(source);
  const first = await contentsOf(folder);
  expect(Object.keys(first)).toEqual(expect.arrayContaining(['news.jsonl', 'desk.json', 'menu.json', 'series.jsonl']));
  expect(first['news.jsonl']!.split('\n').length).toBeGreaterThan(8);
  expect(first['pages.jsonl']).toContain(JSON.stringify(HOSTILE).slice(1, -1));
  const { folder: secondFolder } = await exported(source);
  expect(await contentsOf(secondFolder)).toEqual(first);

  const target = await portal();
  const report = await target.run(folder);
  // A new portal has abbreviations that the source has not.
  const notes = report.notes.filter(({ reason }) => !reason.includes('abbreviation'));
  expect({ rejected: report.rejected, notes }).toEqual({ rejected: [], notes: [] });
  const { folder: lastFolder } = await exported(target);
  expect(await contentsOf(lastFolder)).toEqual(first);

  for (const { db, run } of [source, target]) {
    const before = await traces(db);
    const again = await run(folder);
    expect(again.rejected).toEqual([]);
    expect([...again.counts].filter(([, { added, updated }]) => added + updated > 0)).toEqual([]);
    expect(await traces(db)).toEqual(before);
  }
});

test('an import of an export keeps the addresses of items, and what readers saw of them [DESK-281]', async () => {
  const source = await fullPortal();
  const { folder } = await exported(source);
  const target = await portal();
  await target.run(folder);
  const items = (db: typeof source.db) =>
    sql`select id, kind, external_id, title, path, published_at, expires_at, starts_at, audience, categories, attached_to
      from content_items where published_revision_id is not null order by id`
      .execute(db)
      .then(({ rows }) => rows);
  expect(await items(target.db)).toEqual(await items(source.db));
});

test('an export has what readers see: no draft beside a published version, and no draft that was never published [DESK-281]', async () => {
  const source = await fullPortal();
  await sql`insert into content_items (id, kind) values (gen_random_uuid(), 'news')`.execute(source.db);
  const { folder, report } = await exported(source);
  const { 'news.jsonl': news } = await contentsOf(folder);
  expect(news).toContain('Second text');
  expect(news).not.toContain('Third text');
  expect(news).toContain('Withdrawn');
  expect(report.unfinished).toBe(1);
});

test('an import rejects the lines of an export that were damaged, each with its reason, and imports the others [DESK-282]', async () => {
  const source = await portal();
  const make = contentMaker(source.db, { now }, createDiskStore(source.storeDir));
  const [good, wrongField, wrongFile] = [
    await make.news({ header: 'Good' }),
    await make.news({ header: 'Wrong field' }),
    await make.document({ header: 'Wrong file', text: 'Original.' }),
  ];
  const { folder } = await exported(source);
  const news = (await readFile(`${folder}/news.jsonl`, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  const changed = news.map((line) =>
    'title' in line && line.title === 'Wrong field' ? { ...line, startDate: 'x' } : line,
  );
  await writeFile(`${folder}/news.jsonl`, changed.map((line) => JSON.stringify(line)).join('\n'));
  const [file] = await readdir(`${folder}/files`);
  await writeFile(`${folder}/files/${file}`, 'Changed.');
  const target = await portal();
  const { rejected } = await target.run(folder);
  expect(rejected).toEqual([
    expect.objectContaining({
      id: wrongFile,
      reason: expect.stringContaining('not the one that was exported') as string,
    }),
    expect.objectContaining({ id: wrongField, reason: 'an item of kind news has no “startDate”' }),
  ]);
  const stored = await target.db.selectFrom('content_items').select('id').execute();
  expect(stored).toEqual([{ id: good }]);
});

test('an item that a person has edited since the export stays as it is [DESK-282]', async () => {
  const source = await portal();
  const make = contentMaker(source.db, { now });
  const id = await make.news({ header: 'Before' });
  const { folder } = await exported(source);
  const { id: editor } = await source.db
    .insertInto('users')
    .values({ subject: 'edda', issuer: 'x' } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const update = { now, actorId: editor };
  const content = revisionContent({ header: 'After', publishedAt: now.toISOString() });
  await publish(
    source.db,
    await saveDraft(source.db, { itemId: id, kind: 'news', version: 2 }, content, update),
    update,
  );
  const { rejected } = await source.run(folder);
  expect(rejected).toEqual([
    expect.objectContaining({ id, reason: 'it was edited in the portal and is left unchanged' }),
  ]);
});
