import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listDelegations } from '@portico/contracts/acting';
import { endDelegation, giveDelegationFor, listEveryDelegation } from '@portico/contracts/admin/delegations';
import { listActiveTasks } from '@portico/contracts/todo';
import { testPortal } from '../../testing/testPortal.ts';
import { actingOn, NOW, TODAY } from './testing/actingPortal.ts';

test('an administrator gives and ends rights for others, finds them by either name, and is in the audit log [ACT-014]', async () => {
  const portal = await testPortal({ now: NOW });
  const { as, db } = portal;
  const { idOf, forAna, failForAna, give } = actingOn(portal);
  const [ana, nils, adam] = [await idOf('ana'), await idOf('nils'), await idOf('adam')];
  const terms = { scopes: ['Tasks' as const], from: TODAY, until: TODAY };
  const given = await as('adam').call(giveDelegationFor, { body: { ...terms, personId: ana, delegateId: nils } });
  expect((await as('ana').call(listDelegations, {})).delegates).toEqual([given]);
  await forAna('nils', listActiveTasks, {});
  await give('cora', {}, 'edda');
  const found = async (text?: string) =>
    (await as('adam').call(listEveryDelegation, { query: text === undefined ? {} : { text } })).items.map(
      ({ person, delegate, state }) => `${delegate.name} for ${person.name}: ${state}`,
    );
  expect(await found()).toHaveLength(2);
  expect(await found('Brandt')).toEqual(['Nils Aldous for Ana Brandt: Current']);
  expect(await found('Aldous')).toEqual(['Nils Aldous for Ana Brandt: Current']);
  const params = { delegationId: given.id };
  await as('adam').call(endDelegation, { params });
  await as('adam').call(endDelegation, { params });
  expect(await failForAna('nils', listActiveTasks, {})).toMatchObject({ code: 'forbidden' });
  expect(await found('Aldous')).toEqual(['Nils Aldous for Ana Brandt: Ended']);
  expect(await as('adam').fail(endDelegation, { params: { delegationId: randomUUID() } })).toMatchObject({
    code: 'not_found',
  });
  const log = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'action'])
    .where('action', 'like', 'delegation.%')
    .where('object_id', '=', ana)
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { actor_id: adam, action: 'delegation.given' },
    { actor_id: adam, action: 'delegation.withdrawn' },
  ]);
});
