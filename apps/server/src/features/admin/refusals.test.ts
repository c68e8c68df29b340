import { expect, test } from 'vitest';
import { listRefusals } from '@portico/contracts/admin/refusals';
import { getHealth } from '@portico/contracts/admin/health';
import { PortalError } from '../../errors.ts';
import { recordRejections } from '../../sign-in/rejections.ts';
import { testPortal } from '../../testing/testPortal.ts';

const start = new Date('2026-03-09T14:00:00.000Z');

test('rejections are listed newest first, with the person, the reasons and the number of addresses [OPS-013]', async () => {
  const { as, db, parts } = await testPortal();
  await as('ana').fail(getHealth, {});
  const { id: personId } = await db
    .selectFrom('users')
    .select('id')
    .where('subject', '=', 'ana')
    .executeTakeFirstOrThrow();
  const rejections = recordRejections({ db, logger: parts.logger, now: () => start });
  const note = (code: 'forbidden' | 'token_expired', address: string, person?: string) =>
    rejections.note(new PortalError(code, ''), { address, personId: person });
  note('forbidden', '10.0.0.1', personId);
  note('token_expired', '10.0.0.2');
  note('token_expired', '10.0.0.3');
  await rejections.write();
  const limited = new PortalError('too_many_requests', '', { limiter: 'person' });
  for (let call = 0; call < 3; call += 1) rejections.note(limited, { address: '10.0.0.9', personId });
  await rejections.close();
  const list = (query = {}) => as('adam').call(listRefusals, { query });
  const { items, total } = await list();
  expect(items.map(({ kind, person, addresses, counts }) => ({ kind, person, addresses, counts }))).toEqual([
    { kind: 'limited', person: null, addresses: 1, counts: { person: 3 } },
    { kind: 'refused', person: null, addresses: 2, counts: { token_expired: 2 } },
    { kind: 'refused', person: 'Ana Brandt', addresses: 1, counts: { forbidden: 1 } },
  ]);
  expect([total, items[0]!.since]).toEqual([3, start.toISOString()]);
  expect((await list({ kind: 'limited' })).total).toBe(1);
  expect(await list({ page: '2' })).toMatchObject({ items: [], total: 3 });
  expect(JSON.stringify(items)).not.toContain('10.0.0');
});

test('calls over a rate limit are counted per limiter, in one entry without a person [OPS-014]', async () => {
  const { as, db, portal } = await testPortal({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
  const headers = await as('ana').headers();
  const flood = async (options: { headers?: Record<string, string>; remoteAddress: string }) => {
    for (let call = 0; call < 5; call += 1) await portal.inject({ url: '/api/v1/news', ...options });
  };
  await flood({ headers, remoteAddress: '10.0.0.1' });
  await flood({ remoteAddress: '10.0.0.2' });
  for (let call = 0; call < 5; call += 1) await portal.inject({ url: '/api/v1/version', remoteAddress: '10.0.0.3' });
  await portal.close();
  const entries = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'access.limited')
    .execute();
  expect(entries).toEqual([
    {
      actor_id: null,
      details: { person: 2, signIn: 2, address: 2, addresses: 3, since: expect.any(String) as string },
    },
  ]);
});
