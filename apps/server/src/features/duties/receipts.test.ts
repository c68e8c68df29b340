import { expect, test } from 'vitest';
import { confirmItem, getItemConfirmation, listDuties, recordPath } from '@portico/contracts/duties';
import { cookieNames } from '@portico/contracts/portalSettings';
import { receiptUrl } from '@portico/contracts/proofs/receiptUrl';
import { verifyReceipts } from '@portico/contracts/proofs/receipts';
import { parseVerifier } from '@portico/contracts/proofs/signedNote';
import { formatProofKey, parseProofKeys } from '../../settings/proofKeys.ts';
import { studioActions } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';

const key = formatProofKey('portal.example.com/proofs', Buffer.alloc(32, 7));

/** A portal with a policy that Ana must confirm. */
async function portalWithPolicy(env: Record<string, string>) {
  const portal = await testPortal({ now: new Date('2026-06-10T14:00:00Z'), env });
  const { as } = portal;
  const { write, publish } = studioActions(() => as('edda'));
  for (const name of ['edda', 'ana', 'cora']) await as(name).call(listDuties, { query: {} });
  const itemId = await write('Travel policy', [
    {
      do: 'insert',
      place: { tree: 'components', parent: null, after: null },
      component: { id: 'ask', type: 'Confirmation', statement: 'I have read it.', dueDate: '2026-06-20' },
    },
  ]);
  await publish(itemId);
  const { revisionId } = await as('ana').call(getItemConfirmation, { params: { itemId } });
  const confirm = (name: string) =>
    as(name).call(confirmItem, { params: { itemId }, body: { revisionId, openedFrom: 'Page' } });
  return { ...portal, itemId, revisionId, confirm };
}

test('a confirmation is a leaf of the log, and its receipt verifies and has all that was recorded [PROOF-025]', async () => {
  const { as, confirm, db, portal, revisionId } = await portalWithPolicy({ PROOF_KEYS: key });
  await confirm('cora');
  const { confirmed } = await confirm('ana');
  expect(await confirm('ana')).toMatchObject({ confirmed });
  expect(confirmed).toMatchObject({ receipt: 1 });
  const { items } = await as('ana').call(listDuties, { query: { state: 'Done' } });
  expect(items).toMatchObject([{ receipt: 1 }]);
  const headers = await as('ana').headers();
  const { body: text } = await portal.inject({
    url: receiptUrl(confirmed!.receipt!),
    cookies: {
      [cookieNames.accessToken]: headers['authorization']!.slice('Bearer '.length),
      [cookieNames.idToken]: headers['id-token']!,
    },
  });
  const verifier = await parseVerifier(parseProofKeys(key).verifiers[0]!);
  const [receipt] = await verifyReceipts([{ name: 'receipt', text }], [verifier!]);
  expect(receipt).toMatchObject({ faults: [], number: 1 });
  const proven = JSON.parse(receipt!.record!) as Record<string, unknown>;
  expect(proven).toMatchObject({ type: 'confirmation', version: 2, revision: { id: revisionId } });
  const { body: record } = await portal.inject({ url: recordPath(confirmed!.id), headers });
  const recorded = JSON.parse(record) as Record<string, unknown>;
  expect(proven).toMatchObject({ ...recorded, type: 'confirmation' });
  expect(await db.selectFrom('proof_leaves').select('number').execute()).toHaveLength(2);
});

test('people who confirm at the same time get numbers without a gap, and without a key no receipts [PROOF-025]', async () => {
  const { as, confirm, db } = await portalWithPolicy({});
  const people = Array.from({ length: 30 }, (_, at) => `person${at}`);
  for (const name of people) await as(name).call(listDuties, { query: {} });
  const answers = await Promise.all(people.map(confirm));
  expect(answers.every(({ confirmed }) => confirmed !== null && confirmed.receipt === undefined)).toBe(true);
  const leaves = await db.selectFrom('proof_leaves').select(['number', 'user_id']).orderBy('number').execute();
  expect(leaves.map(({ number }) => Number(number))).toEqual(people.map((_, at) => at));
  expect(new Set(leaves.map(({ user_id: id }) => id)).size).toBe(people.length);
});
