import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { getRememberedBrowserStatus, initLogin, redeemLoginTicket, rotateBrowserId } from '@portico/contracts/account';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import {
  getMaintenance,
  removeMaintenanceNotice,
  setMaintenanceNotice,
  setReadOnly,
} from '@portico/contracts/maintenance';
import { listNews } from '@portico/contracts/news';
import { createTask, listActiveTasks } from '@portico/contracts/todo';
import { studioPicturesPath } from '@portico/contracts/studio/pickers';
import { routePaths } from '../../testing/routePaths.ts';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import { testPortal, sharedPortal } from '../../testing/testPortal.ts';

const now = new Date('2026-11-20T12:00:00Z');
const notice = { text: 'The portal is upgraded tonight.', from: '2026-11-20T18:00:00Z', until: '2026-11-20T20:00:00Z' };
const task = { title: 'Call Mr. Osei' };

describe('the maintenance notice', () => {
  test('is shown to everyone until it ends or is removed, and changes are in the audit log [OPS-010]', async () => {
    const { as, clock, db } = await testPortal({ now });
    const seen = async () => (await as('ana').call(getMaintenance, {})).notice;
    expect(await seen()).toBeNull();
    await as('adam').call(setMaintenanceNotice, { body: notice });
    const first = await seen();
    expect(first).toMatchObject(notice);
    const { notice: second } = await as('adam').call(setMaintenanceNotice, { body: { ...notice, until: null } });
    expect(second!.id).not.toBe(first!.id);
    await as('adam').call(setMaintenanceNotice, { body: notice });
    clock.now = new Date(notice.until);
    expect(await seen()).toBeNull();
    await as('adam').call(setMaintenanceNotice, { body: { ...notice, until: null } });
    expect(await seen()).not.toBeNull();
    await as('adam').call(removeMaintenanceNotice, {});
    expect(await seen()).toBeNull();
    const actions = await db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', 'maintenance')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      ...Array<string>(4).fill('maintenance.notice-set'),
      'maintenance.notice-removed',
    ]);
  });

  test('is rejected, and changes nothing, if it ends before it starts, has ended or is too long [OPS-010]', async () => {
    const { as } = await testPortal({ now });
    for (const wrong of [
      { until: notice.from },
      { from: '2026-11-19T12:00:00Z', until: '2026-11-20T12:00:00Z' },
      { text: 'x'.repeat(301) },
      { text: ' ' },
    ])
      expect(await as('adam').fail(setMaintenanceNotice, { body: { ...notice, ...wrong } })).toMatchObject({
        code: 'invalid_input',
      });
    expect((await as('ana').call(getMaintenance, {})).notice).toBeNull();
  });
});

describe('read-only mode', () => {
  test('rejects changes with 503, a reason and a time to retry, while reading still works [OPS-011]', async () => {
    const { as, portal, db } = await testPortal({ now });
    await as('adam').call(setReadOnly, { body: { isReadOnly: true, until: '2026-11-20T12:10:00Z' } });
    const answer = await portal.inject({
      method: 'POST',
      url: createTask.path,
      headers: await as('ana').headers(),
      payload: task,
    });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '600']);
    expect(answer.json()).toMatchObject({
      code: 'read_only',
      detail: expect.stringContaining('maintenance') as string,
    });
    expect((await as('ana').call(listActiveTasks, {})).items).toEqual([]);
    await as('ana').call(listNews, { query: {} });
    // Works even for someone who signs in for the first time.
    await as('nils').call(listNews, { query: {} });
    expect(await as('ana').call(getMaintenance, {})).toMatchObject({ isReadOnly: true });

    await as('adam').call(setReadOnly, { body: { isReadOnly: false, until: null } });
    await as('ana').call(createTask, { body: task });
    const actions = await db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', 'maintenance')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['maintenance.read-only-began', 'maintenance.read-only-ended']);
  });

  test('is rejected with an expected end in the past; without one, it suggests retrying after a minute [OPS-011]', async () => {
    const { as, portal } = await testPortal({ now });
    expect(await as('adam').fail(setReadOnly, { body: { isReadOnly: true, until: now.toISOString() } })).toMatchObject({
      code: 'invalid_input',
    });
    await as('adam').call(setReadOnly, { body: { isReadOnly: true, until: null } });
    const headers = await as('ana').headers();
    const answer = await portal.inject({ method: 'POST', url: createTask.path, headers, payload: task });
    expect(answer.headers['retry-after']).toBe('60');
  });
});

/** What signing in needs. */
const signingIn = { getRememberedBrowserStatus, initLogin, redeemLoginTicket, rotateBrowserId };
/** Calls that look like changes and change nothing. */
const reading: Record<string, (ids: { itemId: string; personId: string }) => object> = {
  closeNotificationBannerPreview: () => ({}),
  countAudience: () => ({ audience: ['AdvisorHybrid'], audienceRule: { include: {}, exclude: {} } }),
  countItemReaders: ({ itemId }) => ({ itemIds: [itemId] }),
  includesPerson: ({ personId }) => ({ audience: [], audienceRule: { include: {}, exclude: {} }, personId }),
};

/** The position and transaction of every row of every table: any write changes it. */
async function everyRow(db: Db): Promise<object[]> {
  const Table = z.object({ name: z.string() });
  const tables = await readRows(db, Table, sql`select tablename as name from pg_tables where schemaname = 'public'`);
  const stored = tables.map(
    ({ name }) => sql`select ${name}::text as name,
      coalesce(string_agg(concat(ctid, xmin), ' ' order by ctid), '') as rows from ${sql.table(name)}`,
  );
  return readRows(db, z.extend(Table, { rows: z.string() }), sql`${sql.join(stored, sql` union all `)} order by name`);
}

describe('while the portal is read-only', () => {
  const shared = sharedPortal({ now });
  const changing = Object.entries<Endpoint>(api).filter(([, { method }]) => method !== 'GET');
  const asUrl = (path: string) => path.replaceAll(/:\w*/g, '00000000-0000-4000-8000-000000000000');
  const setAll = (isReadOnly: boolean) =>
    shared()
      .as('adam')
      .call(setReadOnly, { body: { isReadOnly, until: null } });

  test.for(changing)('%s changes nothing, unless it has to keep working [OPS-011]', async ([name, endpoint]) => {
    const { as, portal } = shared();
    await setAll(true);
    const answer = await portal.inject({
      method: endpoint.method,
      url: asUrl(endpoint.path),
      headers: await as('adam').headers(),
      payload: {},
    });
    await setAll(true);
    const mustWork = endpoint.access === 'admin' || name in signingIn || name in reading;
    if (mustWork) expect(answer.statusCode).not.toBe(503);
    // A save checks the mode in its first statement (recentItems.test.ts), after its input.
    else expect(answer.json()).toMatchObject({ code: name === 'changeStudioItem' ? 'invalid_input' : 'read_only' });
  });

  test('routes outside the API description, such as uploads, reject changes too [OPS-011]', async () => {
    const { as, portal } = shared();
    await setAll(true);
    const described = new Set(changing.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`));
    // Provisioning rejects an unknown token first (scim/groups.test.ts); reports of violations are only logged.
    const isElsewhere = /^GET | (?:\/\*|\/scim\/.*|\/api\/v1\/csp-reports)$/;
    const others = routePaths(portal).filter((path) => !isElsewhere.test(path) && !described.has(path));
    expect(others).toContain(`POST ${studioPicturesPath}`);
    const accepted: string[] = [];
    for (const other of others) {
      const [method, path] = other.split(' ') as ['POST', string];
      const headers = { ...(await as('adam').headers()), 'x-file-name': 'Q4%20rates.xlsx' };
      const { statusCode } = await portal.inject({ method, url: asUrl(path), headers, payload: 'bytes' });
      if (statusCode !== 503) accepted.push(`${other} ${statusCode}`);
    }
    expect(accepted.sort()).toEqual([]);
  });

  test.for(Object.entries(reading))('%s works and writes no row [OPS-011]', async ([name, bodyOf]) => {
    const { as, db, make, portal } = shared();
    const itemId = await make.news();
    await as('edda').call(getMaintenance, {});
    const { id: personId } = await db
      .selectFrom('users')
      .select('id')
      .where('subject', '=', 'edda')
      .executeTakeFirstOrThrow();
    await setAll(true);
    const { method, path } = (api as Record<string, Endpoint>)[name]!;
    const before = await everyRow(db);
    const headers = await as('edda').headers();
    const answer = await portal.inject({ method, url: asUrl(path), headers, payload: bodyOf({ itemId, personId }) });
    expect(answer.statusCode).toBeLessThan(300);
    expect(await everyRow(db)).toEqual(before);
  });
});
