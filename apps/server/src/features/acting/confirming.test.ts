import { expect, test } from 'vitest';
import { listActs } from '@portico/contracts/acting';
import { confirmItem, getItemConfirmation, listDuties, recordPath } from '@portico/contracts/duties';
import { askedExportPath, listAskedPeople } from '@portico/contracts/studio/confirmations';
import { getCurrentUser } from '@portico/contracts/users';
import { formatProofKey } from '../../settings/proofKeys.ts';
import { studioActions } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { actingOn, NOW } from './testing/actingPortal.ts';

const BOTH = { confirmedBy: { subject: 'nils', name: 'Nils Aldous' }, person: { subject: 'ana', name: 'Ana Brandt' } };

/** A portal with an item that delegates may confirm, and with Nils as a delegate of Ana. */
async function open(delegatesMay = true) {
  const env = { PROOF_KEYS: formatProofKey('portal.test/proofs', Buffer.alloc(32, 7)) };
  const portal = await testPortal({ now: NOW, env });
  const acting = actingOn(portal);
  const { as } = portal;
  for (const name of ['edda', 'ana', 'nils', 'cora']) await as(name).call(getCurrentUser, {});
  await acting.give('nils');
  const studio = studioActions(() => as('edda'));
  const component = { id: 'ask', type: 'Confirmation', statement: 'I have it.', dueDate: '2026-06-20' } as const;
  const itemId = await studio.write('New desks', [
    {
      do: 'insert',
      place: { tree: 'components', parent: null, after: null },
      component: { ...component, delegatesMay },
    },
  ]);
  await studio.publish(itemId);
  const params = { itemId };
  const { revisionId } = await as('ana').call(getItemConfirmation, { params });
  return {
    ...portal,
    ...acting,
    ...studio,
    component,
    params,
    confirming: { params, body: { revisionId, openedFrom: 'Page' as const } },
  };
}

test('a delegate confirms what is open to delegates, and everything that shows it has both names [ACT-016]', async () => {
  const { as, forAna, params, confirming, db, portal } = await open();
  const { confirmed, delegatesMay } = await forAna('nils', confirmItem, confirming);
  expect({ confirmed, delegatesMay }).toMatchObject({ confirmed: { by: 'Nils Aldous' }, delegatesMay: true });
  // A link to a receipt cannot say for whom somebody acts.
  expect(confirmed).not.toHaveProperty('receipt');

  // It is the confirmation of Ana, and not that of Nils.
  expect((await as('nils').call(getItemConfirmation, { params })).confirmed).toBeNull();
  expect((await as('ana').call(listDuties, { query: {} })).counts).toMatchObject({ open: 0, done: 1 });
  expect((await as('ana').call(listDuties, { query: { state: 'Done' } })).items).toMatchObject([
    { confirmedBy: 'Nils Aldous', receipt: 0 },
  ]);
  const headers = await as('ana').headers();
  const record = await portal.inject({ url: recordPath(confirmed!.id), headers });
  expect(record.json()).toMatchObject(BOTH);
  const leaf = await db.selectFrom('proof_leaves').selectAll().executeTakeFirstOrThrow();
  expect(JSON.parse(leaf.record)).toMatchObject({ ...BOTH, type: 'confirmation' });

  const people = await as('edda').call(listAskedPeople, { params, query: { state: 'Confirmed' } });
  expect(people.items).toMatchObject([{ name: 'Ana Brandt', confirmedBy: 'Nils Aldous' }]);
  const file = await portal.inject({ url: askedExportPath(params.itemId, 'csv'), headers: await as('edda').headers() });
  const row = file.body.split(/\r?\n/).find((line) => line.includes('Ana Brandt'));
  expect(row).toContain(',Nils Aldous,');

  const entry = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'news.confirmed')
    .executeTakeFirstOrThrow();
  const ids = await db.selectFrom('users').select(['id', 'subject']).where('subject', 'in', ['ana', 'nils']).execute();
  const idOf = (name: string) => ids.find(({ subject }) => subject === name)!.id;
  expect(entry).toMatchObject({ actor_id: idOf('nils'), details: { for: idOf('ana') } });
  expect((await as('ana').call(listActs, { query: {} })).items).toMatchObject([
    { action: 'confirmItem', delegate: 'Nils Aldous', title: 'New desks', isDone: true },
  ]);
});

test('what people confirm themselves names no delegate [ACT-016]', async () => {
  const { as, confirming, portal } = await open();
  const { confirmed } = await as('ana').call(confirmItem, confirming);
  expect(confirmed).not.toHaveProperty('by');
  const record = await portal.inject({ url: recordPath(confirmed!.id), headers: await as('ana').headers() });
  expect(record.json()).not.toHaveProperty('confirmedBy');
});

test('a delegate needs the scope for confirmations, and may not once the editor switches it off [ACT-016]', async () => {
  const { as, forAna, failForAna, give, params, confirming, change, publish, component } = await open();
  await give('cora', { scopes: ['Tasks', 'Events', 'Notices'] });
  expect(await failForAna('cora', confirmItem, confirming)).toMatchObject({ status: 403 });
  await change(params.itemId, [{ do: 'set', component }]);
  await publish(params.itemId);
  const { revisionId } = await forAna('nils', getItemConfirmation, { params });
  const body = { ...confirming.body, revisionId };
  expect(await failForAna('nils', confirmItem, { params, body })).toMatchObject({ status: 403 });
  expect((await as('ana').call(getItemConfirmation, { params })).confirmed).toBeNull();
});

test('letting delegates confirm asks nobody again who has confirmed [ACT-016]', async () => {
  const { as, params, confirming, change, publish, component } = await open(false);
  await as('ana').call(confirmItem, confirming);
  await change(params.itemId, [{ do: 'set', component: { ...component, delegatesMay: true } }]);
  await publish(params.itemId);
  expect(await as('ana').call(getItemConfirmation, { params })).toMatchObject({
    delegatesMay: true,
    confirmed: { revision: 1 },
  });
});
