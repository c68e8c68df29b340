import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { blankFields } from '@portico/authoring/blankDraft';
import { getStudioItem } from '@portico/contracts/studio/studio';
import { fieldsOf } from '@portico/kinds/items';
import { defaultWidgets } from '@portico/kinds/items/home/shape';
import { exampleFields } from '@portico/testing/draftFieldCases';
import { readRow } from '../db/rows.ts';
import { sharedPortal } from '../testing/testPortal.ts';
import { contentOf, revisionColumns, RevisionRow } from './storedContent.ts';

const portal = sharedPortal();
const latest = async (itemId: string) =>
  (await readRow(
    portal().db,
    RevisionRow,
    sql`select ${revisionColumns} from content_revisions rev where rev.item_id = ${itemId} order by rev.number desc limit 1`,
  ))!;
const drafted = async (itemId: string) =>
  (await portal().as('edda').call(getStudioItem, { params: { itemId } })).draft.fields;

/** As an earlier version of the portal stored it. */
const storeDetails = (itemId: string, details: object) =>
  portal()
    .db.updateTable('content_revisions')
    .set({ details: JSON.stringify(details) })
    .where('item_id', '=', itemId)
    .execute();

test.each(['news', 'event', 'resource', 'page', 'home'] as const)(
  'the content of a %s is the same after it was stored [STUDIO-410]',
  async (kind) => {
    const provenance = { externalId: `bulletin-${kind}`, source: 'FED' };
    const itemId = await portal().make[kind]({ ...exampleFields, provenance, isDraft: true });
    const { fields, provenance: stored } = contentOf(kind, await latest(itemId));
    const own = Object.entries(exampleFields).filter(([name]) => name in fieldsOf[kind]);
    expect(fields).toMatchObject(Object.fromEntries(own));
    expect(stored).toEqual(provenance);
  },
);

test('a detail without a value is left out when it is stored, as the previous version of the portal expects [STUDIO-410]', async () => {
  const { make } = portal();
  const event = { timeZone: null, joinLink: null, location: ' ', registration: null };
  expect((await latest(await make.event({ ...event, isDraft: true }))).details).toEqual({
    credits: [],
    locationType: 'Virtual',
    speakers: [],
  });
  const resource = { department: null, owner: null, reviewedAt: null };
  expect((await latest(await make.resource({ ...resource, isDraft: true }))).details).toEqual({});
});

test('content that an earlier version stored without some details, or with empty ones, opens in the studio [STUDIO-410]', async () => {
  const { make } = portal();
  const eventId = await make.event({ isDraft: true });
  await storeDetails(eventId, { locationType: 'InPerson', location: null, registration: { capacity: 4 } });
  expect(await drafted(eventId)).toMatchObject({
    locationType: 'InPerson',
    location: null,
    speakers: [],
    timeZone: null,
    joinLink: null,
    registration: { capacity: 4, closesAt: null },
  });
  const homeId = await make.home({ isDraft: true });
  await storeDetails(homeId, {});
  expect(await drafted(homeId)).toMatchObject({ widgets: defaultWidgets, notificationBanner: null });
});

test('a new item has the value that its shape gives for each field [STUDIO-410]', async () => {
  const itemId = await portal().make.news({ isDraft: true });
  const { header, description, publishedAt, authorDepartment, ...others } = await drafted(itemId);
  expect([header, description, publishedAt, authorDepartment].every(Boolean)).toBe(true);
  expect(others).toEqual(
    Object.fromEntries(Object.entries(blankFields).filter(([name]) => Object.hasOwn(others, name))),
  );
});
