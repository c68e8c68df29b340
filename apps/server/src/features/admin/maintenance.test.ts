import { describe, expect, test } from 'vitest';
import { getRememberedBrowserStatus, initLogin, redeemLoginTicket, rotateBrowserId } from '@portico/contracts/account';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import {
  getMaintenance,
  removeMaintenanceNotice,
  setMaintenanceNotice,
  setReadOnly,
} from '@portico/contracts/maintenance';
import { closeNotificationBannerPreview } from '@portico/contracts/home';
import { countAudience } from '@portico/contracts/studio/audience';
import { checkLinks } from '@portico/contracts/studio/studioChecks';
import { listNews } from '@portico/contracts/news';
import { createTask, listActiveTasks } from '@portico/contracts/todo';
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

const signingInAndReading = {
  getRememberedBrowserStatus,
  initLogin,
  redeemLoginTicket,
  rotateBrowserId,
  closeNotificationBannerPreview,
  countAudience,
  checkLinks,
};

describe('while the portal is read-only', () => {
  const shared = sharedPortal({ now });
  const changing = Object.entries<Endpoint>(api).filter(([, { method }]) => method !== 'GET');

  test.for(changing)('%s changes nothing, unless it has to keep working [OPS-011]', async ([name, endpoint]) => {
    const { as, portal } = shared();
    await as('adam').call(setReadOnly, { body: { isReadOnly: true, until: null } });
    const answer = await portal.inject({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000'),
      headers: await as('adam').headers(),
      payload: {},
    });
    await as('adam').call(setReadOnly, { body: { isReadOnly: true, until: null } });
    const mustWork = endpoint.access === 'admin' || name in signingInAndReading;
    if (mustWork) expect(answer.statusCode).not.toBe(503);
    else expect(answer.json()).toMatchObject({ code: 'read_only' });
  });
});
