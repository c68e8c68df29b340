import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { ImageRef } from '@portico/kinds/media';
import { wordsOfField, type ItemField } from '@portico/kinds/itemFields';
import { fields, type FieldName } from '@portico/kinds/items';
import { getEvent, listUpcomingEvents } from '@portico/contracts/events';
import { getResource, listResources } from '@portico/contracts/resources';
import { searchPortal } from '@portico/contracts/search';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import type { Change, StudioKind } from '@portico/contracts/studio/draft';
import { studioFilesPath } from '@portico/contracts/studio/pickers';
import { archiveStudioItem, getStudioRevision } from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import { exampleFields, fieldRows } from '@portico/testing/draftFieldCases';
import { addPicture } from '../../media/pictures/pictures.ts';
import { studioActions, titled } from '../../testing/studioActions.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const portal = sharedPortal();
const edda = () => portal().as('edda');
const { write, publish, open } = studioActions(edda);
const set = (name: string, value: unknown) => ({ do: 'field', name, value }) as Change;
let file: StudioFile;
let image: ImageRef;

async function upload<Uploaded>(url: string, payload: Buffer, name: string): Promise<Uploaded> {
  const headers = { ...(await edda().headers()), 'x-file-name': name, 'content-type': 'application/octet-stream' };
  return (await portal().portal.inject({ method: 'POST', url, payload, headers })).json<Uploaded>();
}

beforeAll(async () => {
  // An audience without anyone can't be published.
  await portal().as('ana').call(getCurrentUser, {});
  file = await upload(studioFilesPath, Buffer.from('Rates'), 'rates.txt');
  const picture = sharp({ create: { width: 700, height: 90, channels: 3, background: '#2a6' } });
  // Not as an upload, whose process may not read the packages of the copy for recipes.
  image = await addPicture(portal(), await picture.png().toBuffer(), { alt: 'A desk' });
});

const needed: Partial<Record<StudioKind, FieldName[]>> = {
  event: ['startsAt', 'endsAt'],
  document: ['file'],
  page: ['path'],
};
function valueOf(name: FieldName): unknown {
  if (name === 'file') return file;
  return name === 'image' ? image : exampleFields[name];
}

const start = async (kind: StudioKind, changes: Change[]) =>
  write('A title', [...(needed[kind] ?? []).map((one) => set(one, valueOf(one))), ...changes], kind);
/** Frees the address of a page for the next one. */
const archive = (itemId: string, version: number) =>
  edda().call(archiveStudioItem, { params: { itemId }, body: { version } });

test.each(fieldRows)(
  'the field $name of a $kind is in the draft, in the published revision and in the draft after it [STUDIO-365]',
  async ({ name, kind }) => {
    const value = valueOf(name);
    const itemId = await start(kind, [set(name, value)]);
    expect((await open(itemId)).draft.fields, 'draft').toMatchObject({ [name]: value });
    const published = await publish(itemId);
    expect(published.draft.fields, 'draft after it').toMatchObject({ [name]: value });
    const number = String(published.publishedRevision!);
    const revision = await edda().call(getStudioRevision, { params: { itemId, number } });
    expect(revision.draft.fields, 'revision').toMatchObject({ [name]: value });
    await archive(itemId, published.version);
  },
);

const searched = fieldRows.filter(
  ({ name, kind }) => kind !== 'home' && name !== 'header' && ['read', 'address'].includes(wordsOfField(fields[name])),
);
test.each(searched)('search finds a $kind by its field $name [STUDIO-374]', async ({ name, kind, value }) => {
  const itemId = await start(kind, [set(name, value)]);
  const { version } = await publish(itemId);
  const term = [value].flat().join(' ');
  const groups = Object.values(await edda().call(searchPortal, { query: { term } }));
  const found = groups.flatMap((group) =>
    typeof group === 'object' && group !== null && 'results' in group ? group.results.map(({ id }) => id) : [],
  );
  expect(found).toContain(itemId);
  await archive(itemId, version);
});

type Read = (itemId: string) => Promise<{ page: object; cards: Array<{ id: string }> }>;
const readers: Partial<Record<StudioKind, Read>> = {
  event: async (eventId) => ({
    page: await edda().call(getEvent, { params: { eventId } }),
    cards: (await edda().call(listUpcomingEvents, { query: {} })).items,
  }),
  resource: async (resourceId) => ({
    page: await edda().call(getResource, { params: { resourceId } }),
    cards: (await edda().call(listResources, { query: {} })).items,
  }),
};
const shown = fieldRows.filter(({ name, kind }) => kind in readers && 'shownOn' in fields[name]);
test.each(shown)('readers of a $kind get its field $name, in lists too if cards show it [STUDIO-375]', async (row) => {
  const itemId = await start(row.kind, [set(row.name, row.value)]);
  const { version } = await publish(itemId);
  const { page, cards } = await readers[row.kind]!(itemId);
  expect(page).toMatchObject({ [row.name]: row.value });
  const isOnCards = (fields[row.name] as ItemField).shownOn === 'card';
  expect(row.name in cards.find(({ id }) => id === itemId)!).toBe(isOnCards);
  await archive(itemId, version);
});

test('a plain text without a visible character is published as none [STUDIO-376]', async () => {
  const itemId = await start('resource', [set('owner', ' \u200b'), set('department', '')]);
  const { publishedRevision, version } = await publish(itemId);
  const revision = await edda().call(getStudioRevision, { params: { itemId, number: String(publishedRevision) } });
  expect(revision.draft.fields).toMatchObject({ owner: null, department: null });
  await archive(itemId, version);
});

test('items with the same audience rule have their own fields, also where a rule was stored with those of another [STUDIO-433]', async () => {
  const { audienceRule } = exampleFields;
  const { db } = portal();
  const publishTitled = async (title: string) => {
    const itemId = await start('news', [
      titled(title),
      set('description', `About ${title}.`),
      set('audienceRule', audienceRule),
    ]);
    const { publishedRevision } = await publish(itemId);
    return { itemId, number: String(publishedRevision) };
  };
  const fieldsOf = async (params: { itemId: string; number: string }) =>
    (await edda().call(getStudioRevision, { params })).draft.fields;
  const [first, second] = [await publishTitled('First'), await publishTitled('Second')];
  expect(await fieldsOf(first)).toMatchObject({ header: 'First', description: 'About First.', audienceRule });
  expect(await fieldsOf(second)).toMatchObject({ header: 'Second', description: 'About Second.', audienceRule });
  await sql`update audience_rules set rule = rule || '{"header": "First", "description": "About First."}'
    where id = (select audience[1] from content_items where id = ${second.itemId})`.execute(db);
  expect(await fieldsOf(second)).toMatchObject({ header: 'Second', description: 'About Second.', audienceRule });
  const migration = new URL('../../db/migrations/0385_rules_without_fields.sql', import.meta.url);
  await sql.raw(await readFile(migration, 'utf8')).execute(db);
  const rules = await db.selectFrom('audience_rules').select('rule').execute();
  expect(new Set(rules.flatMap(({ rule }) => Object.keys(rule as object)))).toEqual(
    new Set(['audience', 'audienceRule']),
  );
});
