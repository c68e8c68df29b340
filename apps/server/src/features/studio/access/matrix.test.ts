import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { studioRoles } from '@portico/contracts/studio/roles';
import { studioFilesPath, studioPicturesPath, type StudioState } from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import { routePaths } from '../../../testing/routePaths.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';
import {
  approvalRows,
  callers,
  departments,
  itemParams,
  itemRows,
  otherRows,
  portalRows,
  rawRoutes,
  states,
  type CallerName,
  type Department,
  type Item,
  type Row,
} from '../testing/matrixRows.ts';

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
  return { id, version, threadId, memberId: ids.get('member')! };
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
