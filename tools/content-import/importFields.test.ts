import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { detailNames } from '@portico/kinds/itemFields';
import { examples, fieldsOf } from '@portico/kinds/items';
import { collection, eventLine, itemOf, newsLine, now, portal, shown } from './testing/testCollection.ts';

const lines = {
  event: ['events.jsonl', eventLine('one')],
  resource: ['resources.jsonl', newsLine('one')],
} as const;
const rows = (['event', 'resource'] as const).flatMap((kind) =>
  detailNames(fieldsOf[kind]).map((name) => ({ kind, name, value: examples[name as keyof typeof examples] })),
);

test.each(rows)('an import stores the field $name of a $kind, and finds it unchanged [STUDIO-377]', async (row) => {
  const { db, run } = await portal();
  const [file, line] = lines[row.kind];
  const folder = await collection({ [file]: [{ ...line, [row.name]: row.value }] });
  expect((await run(folder)).rejected).toEqual([]);
  expect((await shown(db, 'one'))?.details).toMatchObject({ [row.name]: row.value });
  const again = await run(folder, { now: new Date(now.getTime() + 60_000) });
  expect(again.rejected).toEqual([]);
  expect((await shown(db, 'one'))?.number).toBe(1);
});

test('an import leaves an event unchanged that an older version stored with empty details [STUDIO-377]', async () => {
  const { db, run } = await portal();
  const line = { ...eventLine('one'), location: null, speakers: undefined };
  const folder = await collection({ 'events.jsonl': [line], 'settings.json': { items: { one: { draft: true } } } });
  await run(folder);
  const before = (await itemOf(db, 'one'))!;
  await sql`update content_revisions set details = details || '{"location": null, "speakers": []}'
    where id = ${before.draft_revision_id}`.execute(db);
  await run(folder);
  expect(await itemOf(db, 'one')).toEqual(before);
});
