import { randomUUID } from 'node:crypto';
import { newComponent } from '@portico/authoring/newComponent';
import { PICTURE_ID, unfinishedComponents } from '@portico/authoring/testing/unfinishedComponents';
import { api } from '@portico/contracts/api';
import type { ComponentKind, ContentComponent } from '@portico/kinds/content';
import type { Endpoint } from '@portico/contracts/endpoint';
import { createRelease } from '@portico/contracts/studio/releases';
import { previewStudioItem } from '@portico/contracts/studio/previews';
import { StudioKind, type Change, type ContentFields } from '@portico/contracts/studio/draft';
import { getStudioItem } from '@portico/contracts/studio/studio';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { beforeAll, expect, test } from 'vitest';
import { anImage } from '@portico/testing/builders';
import { storePictures } from '../../testing/files/storePictures.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { draftCalls } from './testing/draftCalls.ts';
import { itemRows, type Item, type Row } from './testing/matrixRows.ts';

const portal = sharedPortal({ now: new Date('2026-11-20T12:00:00Z'), env: { RATE_LIMIT_PER_MINUTE: '0' } });
const edda = () => portal().as('edda');
const { start, save } = draftCalls(edda);

const fields = (values: Partial<ContentFields>): Change[] =>
  Object.entries(values).map(([name, value]) => ({ do: 'field', name, value }) as Change);
const named = { header: 'Year-end RMD deadlines', description: 'What to file before the holidays.' };

const kinds = Object.keys(oneOfEachKind) as ComponentKind[];
const inserted = (component: ContentComponent): Change => ({
  do: 'insert',
  component,
  place: { tree: 'components', parent: null, after: null },
});

/** What editors have written so far when they press Preview, Publish or anything else. */
const drafts: Record<string, Change[]> = {
  'with nothing written': [],
  'with only a title': fields({ header: named.header }),
  'with an end and no start': fields({ ...named, endsAt: '2026-12-03T17:00:00.000Z' }),
  'that starts and has no end': fields({ ...named, startsAt: '2026-12-03T15:00:00.000Z' }),
  'that ends before it starts': fields({
    ...named,
    startsAt: '2026-12-03T15:00:00.000Z',
    endsAt: '2026-12-03T14:00:00.000Z',
    registration: { capacity: null, closesAt: '2026-12-31T15:00:00.000Z' },
  }),
  'that expires at the instant of its publication, written differently': fields({
    ...named,
    publishedAt: '2026-12-01T10:00:00.000Z',
    expiresAt: '2026-12-01T10:00:00Z',
  }),
  'that expires before it is published': fields({
    ...named,
    publishedAt: '2026-12-01T10:00:00Z',
    expiresAt: '2026-11-01T10:00:00Z',
  }),
  'with years at the limits of the calendar': fields({
    ...named,
    publishedAt: '1900-01-01T00:00:00Z',
    expiresAt: '2199-12-31T23:59:59.999999Z',
    startsAt: '1900-01-01T00:00:00Z',
    endsAt: '2199-12-31T23:59:59Z',
    reviewedAt: '1904-02-29T00:00:00Z',
  }),
  'with a zone that does not exist, an empty speaker and an audience of nobody': fields({
    ...named,
    timeZone: 'America/Nowhere',
    locationType: 'Virtual',
    location: '',
    speakers: [''],
    audienceRule: { include: { branch: ['Atlantis'] }, exclude: {} },
  }),
  'with an empty component of each kind': [
    ...fields(named),
    ...kinds.map((kind, n) => inserted({ ...newComponent(kind), id: `c${n}` })),
  ],
  'with a component of each kind that has only its id and type': [
    ...fields(named),
    ...kinds.map((kind, n) => inserted({ id: `c${n}`, type: kind } as ContentComponent)),
  ],
  'with components of each kind that each lack one property, or one of their parts': [
    ...fields(named),
    ...kinds.flatMap((kind) => unfinishedComponents(kind).map(({ component }) => inserted(component))),
  ],
};

/** Publishing in other ways than at once. */
const otherWays: Record<string, Row> = {
  'publishStudioItem later': {
    may: () => true,
    isChange: true,
    body: ({ version }) => ({ version, sequence: 0, goesLiveAt: '2026-12-24T12:00:00.000Z' }),
  },
  addToRelease: {
    may: () => true,
    isChange: true,
    params: () => ({ releaseId: RELEASE_ID }),
    body: ({ id }) => ({ items: [{ itemId: id }] }),
  },
};
const RELEASE_ID = randomUUID();
beforeAll(async () => {
  await edda().call(createRelease, { body: { id: RELEASE_ID, name: 'Year-end', goesLiveAt: null } });
  await storePictures(portal().db, { ...anImage(), id: PICTURE_ID });
});

const calls = Object.entries({ ...itemRows, ...otherWays }).filter(([name]) => !name.includes(' of one'));
const table = StudioKind.options.flatMap((kind) => Object.keys(drafts).map((written) => ({ kind, written })));

/** Few enough changes for one call, even with large components. */
const MAX_SAVED = 100;

async function make(kind: StudioKind, changes: Change[]): Promise<Item & { sequence: number }> {
  const id = await start(kind);
  for (let n = 0, base = 0; n < changes.length; n += MAX_SAVED, base += 1)
    await save(id, base, changes.slice(n, n + MAX_SAVED));
  const { version, sequence } = await edda().call(getStudioItem, { params: { itemId: id } });
  const threadId = randomUUID();
  const { db, clock } = portal();
  await db.insertInto('studio_threads').values({ id: threadId, item_id: id, started_at: clock.now }).execute();
  const { id: memberId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  return { id, version, sequence, threadId, memberId };
}

/** The calls that fail on our side instead of working or saying what is wrong. */
async function failuresOf(
  rows: ReadonlyArray<readonly [string, Row]>,
  makeItem: () => Promise<Item & { sequence: number }>,
  shared: Item & { sequence: number },
): Promise<string[]> {
  const failed: string[] = [];
  const headers = await edda().headers();
  for (const [name, row] of rows) {
    const item = row.isChange ? await makeItem() : shared;
    const { method, path } = (api as Record<string, Endpoint>)[name.split(' ')[0]!]!;
    const params = row.params?.(item) ?? { itemId: item.id };
    const url = Object.entries(params).reduce((filled, [key, value]) => filled.replace(`:${key}`, value), path);
    const body = row.body?.(item);
    const payload = body && { ...body, ...('sequence' in body ? { sequence: item.sequence } : {}) };
    const answer = await portal().portal.inject({
      method,
      url,
      query: row.query ?? {},
      headers,
      ...(payload ? { payload } : {}),
    });
    if (answer.statusCode >= 500) failed.push(`${name}: ${answer.statusCode}`);
  }
  return failed;
}

test.each(table)(
  'no studio call fails on a draft of kind $kind $written [STUDIO-342, D1]',
  async ({ kind, written }) => {
    const shared = await make(kind, drafts[written]!);
    const headers = await edda().headers();
    const failed = await failuresOf(calls, () => make(kind, drafts[written]!), shared);
    for (const of of ['Draft', 'Readers'] as const)
      for (const at of [undefined, '2026-12-02T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
        const query = { of, ...(at ? { at } : {}) };
        const url = previewStudioItem.path.replace(':itemId', shared.id);
        const { statusCode } = await portal().portal.inject({ method: 'GET', url, query, headers });
        if (statusCode >= 500) failed.push(`preview of ${of} at ${at ?? 'now'}: ${statusCode}`);
      }
    expect(failed).toEqual([]);
  },
);

/** The calls that check everything that is written. What is wrong with one component must not hide the next one. */
const publishing = calls.filter(([name]) => /^(?:publishStudioItem|addToRelease|requestStudioReview$)/.test(name));

test.each(kinds)(
  'publishing never fails on a %s that lacks a property, or everything [STUDIO-342, D1]',
  async (kind) => {
    const failed: string[] = [];
    for (const { lacks, component } of unfinishedComponents(kind).filter(({ lacks }) => !lacks.includes('.'))) {
      const makeItem = () => make('news', [...fields(named), inserted(component)]);
      const failures = await failuresOf(publishing, makeItem, await makeItem());
      failed.push(...failures.map((failure) => `without ${lacks}: ${failure}`));
    }
    expect(failed).toEqual([]);
  },
);
