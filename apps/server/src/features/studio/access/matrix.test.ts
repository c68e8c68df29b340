import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { studioRoles, type StudioRole } from '@portico/contracts/studio/roles';
import { studioFilesPath, studioPicturesPath, type StudioState } from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import { routePaths } from '../../../testing/routePaths.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';

/*
 * Every call of the studio, by every role, on items of each department in each state. The table says what works
 * where.
 */

const states: readonly StudioState[] = [
  'Draft',
  'InReview',
  'Approved',
  'Scheduled',
  'Published',
  'Expired',
  'Archived',
];
const live: readonly StudioState[] = ['Scheduled', 'Published', 'Expired'];
/** Of the item: the one that the callers have their role for, another one, or none. */
const departments = { own: 'Operations', other: 'Marketing', none: null } as const;
type Department = keyof typeof departments;
/** Each role for one department, an administrator of all, and a member without a role. */
const callers = [...studioRoles, 'everything', 'member'] as const;
type CallerName = (typeof callers)[number];

const writers: readonly StudioRole[] = ['author', 'editor', 'administrator'];
const approvers: readonly StudioRole[] = ['approver', 'administrator'];
const managers: readonly StudioRole[] = ['editor', 'administrator'];

interface Item {
  id: string;
  version: number;
  threadId: string;
}
interface Row {
  params?: (item: Item) => Record<string, string>;
  query?: Record<string, string>;
  body?: (item: Item) => object;
  /** Who may, in the state of the item; a number is the status of an answer to the others. */
  may: (role: StudioRole, state: StudioState) => true | 403 | 409;
  /** Who gets 403 whatever the item is. */
  never?: StudioRole;
  /** Changes the item, so that the next call needs a new one. */
  isChange?: boolean;
}

const itemParams = ({ id }: Item) => ({ itemId: id });
const seen = ({ version }: Item) => ({ version, sequence: 0 });
const anybody = () => true as const;
const only =
  (roles: readonly StudioRole[], inStates: readonly StudioState[] = states) =>
  (role: StudioRole, state: StudioState) =>
    !roles.includes(role) ? 403 : inStates.includes(state) || 409;
const comment = () => ({ id: randomUUID(), text: 'Why?', mentions: [] });
const request = (purpose: string) => () => ({ purpose, note: '', dueOn: null });

/** Calls about one item. */
const itemRows: Record<string, Row> = {
  getStudioItem: { may: anybody },
  followStudioItem: { may: anybody, body: () => ({ clientId: randomUUID(), since: 0, focus: null }) },
  listBroughtFiles: { may: anybody },
  listStudioRevisions: { may: anybody },
  getStudioRevision: { may: anybody, params: ({ id }) => ({ itemId: id, number: '1' }) },
  getStudioKeeping: { may: anybody },
  listStudioActivity: { may: anybody },
  previewStudioItem: { may: anybody, query: { of: 'Draft' } },
  listPreviewAddresses: { may: anybody },
  createPreviewAddress: { may: anybody, body: () => ({ id: randomUUID(), personIds: [] }) },
  restoreStudioItem: {
    may: (role, state) =>
      managers.includes(role) ? state === 'Archived' || 409 : role === 'approver' && state === 'Approved' ? 409 : 403,
    isChange: true,
    body: ({ version }) => ({ version }),
  },
  extendStudioItem: {
    may: (role, state) =>
      managers.includes(role) ? live.includes(state) || 409 : role === 'approver' && state === 'Approved' ? 409 : 403,
    isChange: true,
    body: ({ version }) => ({ version, expiresAt: '2100-01-01T00:00:00.000Z' }),
  },
  listStudioThreads: { may: anybody },
  'countItemReaders of one': { params: () => ({}), may: anybody, body: ({ id }) => ({ itemIds: [id] }) },
  explainToEditor: { may: anybody, params: ({ id }) => ({ itemId: id, personId: ids.get('member')! }) },
  startStudioThread: {
    may: anybody,
    body: () => ({ ...comment(), threadId: randomUUID(), componentId: null }),
  },
  replyToStudioThread: { may: anybody, params: ({ id, threadId }) => ({ itemId: id, threadId }), body: comment },
  resolveStudioThread: {
    may: anybody,
    params: ({ id, threadId }) => ({ itemId: id, threadId }),
    body: () => ({ isResolved: true }),
  },
  changeStudioItem: {
    may: only(writers),
    isChange: true,
    body: () => ({
      clientId: randomUUID(),
      batchId: randomUUID(),
      base: 0,
      changes: [{ do: 'field', name: 'description', value: 'New' }],
    }),
  },
  publishStudioItem: {
    may: (role, state) => managers.includes(role) || (role === 'approver' && state === 'Approved') || 403,
    isChange: true,
    body: seen,
  },
  archiveStudioItem: {
    may: (role, state) =>
      role === 'approver' && live.includes(state) ? 403 : only([...managers, 'approver'], live)(role, state),
    isChange: true,
    body: ({ version }) => ({ version }),
  },
  // No version waits.
  unscheduleStudioItem: { may: (role) => (role === 'author' ? 403 : 409) },
  rescheduleStudioItem: {
    may: (role) => (role === 'author' ? 403 : 409),
    body: () => ({ goesLiveAt: '2100-01-01T00:00:00.000Z' }),
  },
  requestStudioReview: { may: only(writers, ['Draft', 'Archived']), isChange: true, body: request('Publish') },
  'requestStudioReview to archive': { may: only(writers, live), isChange: true, body: request('Archive') },
  withdrawStudioReview: {
    // Somebody else requested it.
    may: (role, state) => {
      const withdrawn = only(writers, ['InReview', 'Approved'])(role, state);
      return withdrawn === true && role !== 'administrator' ? 403 : withdrawn;
    },
    isChange: true,
  },
  approveStudioItem: {
    may: only(approvers, ['InReview']),
    isChange: true,
    body: (item) => ({ ...seen(item), comment: '' }),
  },
  returnStudioItem: { may: only(approvers, ['InReview']), isChange: true, body: () => ({ comment: 'No' }) },
  'createStudioItem as a copy': {
    may: only(writers),
    never: 'approver',
    body: ({ id }) => ({ id: randomUUID(), kind: 'news', copyOf: id }),
  },
  // Each of these items has a version.
  discardStudioItem: { may: only(writers, []) },
};

/** Where every item needs an approval. */
const approvalRows: Record<string, Row> = {
  publishStudioItem: {
    ...itemRows['publishStudioItem']!,
    may: (role, state) => (role !== 'author' && state === 'Approved') || 403,
  },
  archiveStudioItem: {
    ...itemRows['archiveStudioItem']!,
    may: (role, state) => (role === 'author' || live.includes(state) ? 403 : 409),
  },
};

/** Calls about no item: which roles of a department may. The administrator of all may each of them. */
interface OtherRow extends Omit<Row, 'may'> {
  roles: readonly StudioRole[];
  /** What they get: 404 for a release or redirect that does not exist. */
  status?: number;
}
const unknown = {
  params: () => ({
    releaseId: randomUUID(),
    redirectId: randomUUID(),
    itemId: randomUUID(),
    previewId: randomUUID(),
    fileId: randomUUID(),
  }),
  status: 404,
};
const releasers: readonly StudioRole[] = ['editor', 'approver', 'administrator'];
const otherRows: Record<string, OtherRow> = {
  listStudioItems: { roles: studioRoles },
  listWaitingItems: { roles: studioRoles },
  getStudioAccess: { roles: studioRoles },
  getFileHold: { roles: studioRoles, ...unknown },
  findLinkTargets: { roles: studioRoles, query: { text: 'x' } },
  countAudience: { roles: studioRoles, body: () => ({ audience: [], audienceRule: { include: {}, exclude: {} } }) },
  countItemReaders: { roles: studioRoles, ...unknown, body: () => ({ itemIds: [randomUUID()] }) },
  listAudienceFacts: { roles: studioRoles },
  findPeople: { roles: studioRoles, query: { text: 'x' } },
  createStudioItem: { roles: writers, body: () => ({ id: randomUUID(), kind: 'news' }) },
  listReleases: { roles: releasers },
  createRelease: { roles: releasers, body: () => ({ id: randomUUID(), name: 'New fees', goesLiveAt: null }) },
  getRelease: { roles: releasers, ...unknown },
  updateRelease: { roles: releasers, ...unknown, body: () => ({ version: 1, name: 'Fees', goesLiveAt: null }) },
  deleteRelease: { roles: releasers, ...unknown },
  addToRelease: {
    roles: releasers,
    ...unknown,
    body: () => ({ items: [{ itemId: randomUUID(), version: 1, sequence: 0 }] }),
  },
  removeFromRelease: { roles: releasers, ...unknown },
  publishRelease: { roles: releasers, ...unknown, body: () => ({ version: 1 }) },
  undoRelease: { roles: releasers, ...unknown, body: () => ({ version: 1 }) },
  previewRelease: { roles: releasers, ...unknown },
  endPreviewAddress: { roles: studioRoles, ...unknown },
  readPreview: { roles: studioRoles, ...unknown },
  holdStudioItem: { roles: [], ...unknown, body: () => ({ reason: 'Case 17' }) },
  liftStudioHold: { roles: [], ...unknown },
  deleteStudioItem: { roles: [], ...unknown, body: () => ({ version: 1, title: 'x' }) },
  listRedirects: { roles: studioRoles },
  removeRedirect: { roles: studioRoles, ...unknown },
  listCheckRules: { roles: studioRoles },
  saveCheckRules: { roles: [], body: () => ({ items: [] }) },
  checkLinks: { roles: studioRoles, body: () => ({ hrefs: ['/news'] }) },
  listStudioColleagues: { roles: [] },
  setStudioGrants: { roles: [], params: () => ({ userId: ids.get('member')! }), body: () => ({ grants: [] }) },
  getApprovalRules: { roles: [] },
  setApprovalRules: { roles: [], body: () => ({ rules: [] }) },
};

/** What the claim `editor` gives, or the administration of the whole studio. */
const portalRows = [
  'listNotices',
  'sendNotice',
  'withdrawNotice',
  'listAbbreviations',
  'createAbbreviation',
  'updateAbbreviation',
  'deleteAbbreviation',
  'listForms',
  'listFormEntries',
];
/** Routes that are not in the table of endpoints; uploads are tested below. */
const rawRoutes = [
  'GET /api/v1/studio/forms/:/entries.csv',
  'GET /api/v1/studio/forms/:/entries.xlsx',
  `POST ${studioFilesPath}`,
  `POST ${studioPicturesPath}`,
];

const portal = sharedPortal();
const ids = new Map<CallerName | 'writer', string>();
const subjectOf = (caller: CallerName) => (caller === 'everything' ? 'edda' : `matrix-${caller}`);

beforeAll(async () => {
  const { db } = portal();
  for (const name of [...callers, 'writer'] as const) {
    const subject = name === 'writer' ? 'matrix-writer' : subjectOf(name);
    await portal().as(subject).call(getCurrentUser, {});
    const row = await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow();
    ids.set(name, row.id);
  }
  await db
    .insertInto('studio_roles')
    .values(
      studioRoles.map((role) => ({ user_id: ids.get(role)!, role, department: departments.own, given_at: new Date() })),
    )
    .execute();
  // The next request reads the person again.
  portal().clock.now = new Date(portal().clock.now.getTime() + 60_000);
});

/** An item of a department in a state. */
async function makeItem(state: StudioState, department: Department): Promise<Item> {
  const { make, db, clock } = portal();
  const at = (days: number) => new Date(clock.now.getTime() + days * 86_400_000).toISOString();
  const isDraft = state === 'Draft' || state === 'InReview' || state === 'Approved';
  const id = await make.news({
    authorDepartment: departments[department],
    isDraft,
    ...(state === 'Scheduled' ? { publishedAt: at(1) } : {}),
    ...(state === 'Expired' ? { publishedAt: at(-2), expiresAt: at(-1) } : {}),
  });
  if (state === 'Archived') await make.withdraw(id);
  const { version } = await db
    .selectFrom('content_items')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (state === 'InReview' || state === 'Approved')
    await db
      .insertInto('studio_reviews')
      .values({
        item_id: id,
        state: state === 'Approved' ? 'Approved' : 'Requested',
        purpose: 'Publish',
        note: '',
        requested_by: ids.get('writer')!,
        requested_at: clock.now,
        ...(state === 'Approved' ? { version, sequence: 0 } : {}),
      })
      .execute();
  const threadId = randomUUID();
  await db.insertInto('studio_threads').values({ id: threadId, item_id: id, started_at: clock.now }).execute();
  return { id, version, threadId };
}

async function statusOf(caller: CallerName, name: string, row: Omit<Row, 'may'>, item: Item): Promise<number> {
  const endpoint = (api as Record<string, Endpoint>)[name.split(' ')[0]!]!;
  const params = row.params?.(item) ?? itemParams(item);
  const url = Object.entries(params).reduce((path, [key, value]) => path.replace(`:${key}`, value), endpoint.path);
  const { statusCode } = await portal().portal.inject({
    method: endpoint.method,
    url,
    query: row.query ?? {},
    headers: await portal().as(subjectOf(caller)).headers(),
    ...(row.body ? { payload: row.body(item) } : {}),
  });
  return statusCode;
}

/** What the table says of a caller. A role counts for its own department alone. */
function expected(caller: CallerName, department: Department, state: StudioState, { may, never }: Row): number {
  if (caller === 'member') return 404;
  if (caller === never) return 403;
  if (caller !== 'everything' && department !== 'own') return 404;
  const answer = may(caller === 'everything' ? 'administrator' : caller, state);
  return answer === true ? 200 : answer;
}

const simple = (status: number): number => (status === 204 ? 200 : status);

async function compareRow(name: string, row: Row): Promise<string[]> {
  const wrong: string[] = [];
  for (const state of states)
    for (const department of Object.keys(departments) as Department[]) {
      let item = await makeItem(state, department);
      for (const caller of callers) {
        const wanted = expected(caller, department, state, row);
        const status = simple(await statusOf(caller, name, row, item));
        if (status !== wanted) wrong.push(`${name} by ${caller}, ${department}, ${state}: ${status}, not ${wanted}`);
        if (status === 200 && row.isChange) item = await makeItem(state, department);
      }
    }
  return wrong;
}

/** Side by side where that is faster, and not so many that the server turns some away. */
const LANES = 4;

async function compare(rows: Record<string, Row>): Promise<void> {
  const left = Object.entries(rows);
  const wrong: string[] = [];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) wrong.push(...(await compareRow(...next)));
  };
  await Promise.all(Array.from({ length: LANES }, work));
  expect(wrong).toEqual([]);
}

test('every call of the studio has a row [STUDIO-044]', () => {
  const calls = Object.entries<Endpoint>(api).filter(([, { path }]) => path.startsWith('/api/v1/studio/'));
  const rows = [
    ...Object.keys(itemRows).filter((name) => !name.includes(' ')),
    ...Object.keys(otherRows),
    ...portalRows,
  ];
  expect(calls.map(([name]) => name).sort()).toEqual(rows.sort());
  const known = new Set(calls.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`));
  const others = routePaths(portal().portal).filter((path) => path.includes(' /api/v1/studio/') && !known.has(path));
  expect(others.filter((path) => !path.startsWith('HEAD ')).sort()).toEqual(rawRoutes);
});

test('each role does with each item what the table says [STUDIO-044]', () => compare(itemRows), 300_000);

test('where an approval is needed, nobody publishes or archives without one [STUDIO-034, STUDIO-044]', async () => {
  await portal().db.insertInto('studio_approval_rules').values({ scope: 'kind', value: 'news' }).execute();
  await compare(approvalRows);
  await portal().db.deleteFrom('studio_approval_rules').execute();
}, 120_000);

test('each role does in the studio as a whole what the table says [STUDIO-044]', async () => {
  const item = await makeItem('Draft', 'own');
  const wrong: string[] = [];
  for (const [name, row] of Object.entries(otherRows))
    for (const caller of callers) {
      const may = caller === 'everything' || (caller !== 'member' && row.roles.includes(caller));
      const wanted = may ? (row.status ?? 200) : caller === 'member' ? 404 : 403;
      const status = simple(await statusOf(caller, name, row, item));
      if (status !== wanted) wrong.push(`${name} by ${caller}: ${status}, not ${wanted}`);
    }
  for (const name of portalRows)
    for (const caller of callers.filter((each) => each !== 'everything')) {
      const { method, path } = (api as Record<string, Endpoint>)[name]!;
      const headers = await portal().as(subjectOf(caller)).headers();
      const url = path.replaceAll(/:\w+/g, () => randomUUID());
      const { statusCode } = await portal().portal.inject({
        method,
        url,
        headers,
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      if (![403, 404].includes(statusCode)) wrong.push(`${name} by ${caller}: ${statusCode}`);
    }
  for (const url of [studioPicturesPath, studioFilesPath])
    for (const caller of callers) {
      const headers = { ...(await portal().as(subjectOf(caller)).headers()), 'x-file-name': 'a.bin' };
      const { statusCode } = await portal().portal.inject({ method: 'POST', url, headers, payload: 'no picture' });
      const wanted = { member: 404, approver: 403 }[caller as string];
      if (wanted !== undefined ? statusCode !== wanted : [403, 404].includes(statusCode))
        wrong.push(`${url} by ${caller}: ${statusCode}`);
    }
  expect(wrong).toEqual([]);
});
