import { expect, test } from 'vitest';
import { withConnection } from '@portico/dev-database/databases';
import { getHealth } from '@portico/contracts/admin/health';
import { HOUR_MS } from '@portico/contracts/durations';
import { getEvent, setRegistration } from '@portico/contracts/events';
import { receiptUrl } from '@portico/contracts/proofs/receiptUrl';
import { verifyReceipts } from '@portico/contracts/proofs/receipts';
import { cookieNames } from '@portico/contracts/portalSettings';
import { parseVerifier } from '@portico/contracts/proofs/signedNote';
import { saveAttendance } from '@portico/contracts/studio/eventsDesk';
import { getCurrentUser } from '@portico/contracts/users';
import { checkProofs } from '../../doctor/proofsCheck.ts';
import { addJob } from '../../jobs/queue.ts';
import { formatProofKey, parseProofKeys } from '../../settings/proofKeys.ts';
import { testPortal } from '../../testing/testPortal.ts';

const ORIGIN = 'portal.example.com/proofs';
const seedOf = (byte: number) => Buffer.alloc(32, byte);
const key = formatProofKey(ORIGIN, seedOf(7));

/** A portal with an event to which Ana and Cora come. Edda keeps the list. */
async function portalWithEvent(env: Record<string, string> = { PROOF_KEYS: key }) {
  const portal = await testPortal({ now: new Date('2026-06-12T17:00:00Z'), env });
  const { as, make, db, clock } = portal;
  const eventId = await make.event({
    header: 'Clients’ evening',
    startsAt: '2026-06-12T18:00:00Z',
    endsAt: '2026-06-12T20:00:00Z',
    registration: {},
  });
  const ids = new Map<string, string>();
  for (const name of ['edda', 'ana', 'cora']) {
    await as(name).call(getCurrentUser, {});
    const row = await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow();
    ids.set(name, row.id);
    await as(name).call(setRegistration, { params: { eventId }, body: { registrationStatus: 'Registered' } });
  }
  clock.now = new Date('2026-06-12T19:00:00Z');
  return {
    ...portal,
    eventId,
    press: (name: string, isHere: boolean) => {
      clock.now = new Date(clock.now.getTime() + 1000);
      const at = clock.now.toISOString();
      const presses = [{ personId: ids.get(name)!, isHere, pressedAt: at }];
      return as('edda').call(saveAttendance, { params: { itemId: eventId }, body: { sentAt: at, presses } });
    },
    receiptPath: async (name: string) => {
      const { receipt } = await as(name).call(getEvent, { params: { eventId } });
      return receipt === null ? null : receiptUrl(receipt);
    },
    /** What a browser gets at a path. */
    open: async (name: string, url: string) => {
      const headers = await as(name).headers();
      const cookies = {
        [cookieNames.accessToken]: headers['authorization']!.slice('Bearer '.length),
        [cookieNames.idToken]: headers['id-token']!,
      };
      return portal.portal.inject({ method: 'GET', url, cookies });
    },
    records: async () =>
      (await db.selectFrom('proof_leaves').select('record').orderBy('number').execute()).map(
        ({ record }) => JSON.parse(record) as Record<string, unknown>,
      ),
    asOwner: (statement: string) =>
      withConnection(portal.url, async (client) => {
        await client.query('alter table proof_leaves disable trigger proof_leaves_keep');
        await client.query('alter table proof_checkpoints disable trigger proof_checkpoints_keep');
        await client.query(statement);
      }),
    check: async () => {
      await addJob(db, 'publish-checkpoint', {});
      await portal.runJobs();
      const { parts } = await as('adam').call(getHealth, {});
      return parts.find(({ part }) => part === 'proofs')!.finding;
    },
  };
}

const verifiers = async (keys = key) =>
  Promise.all(parseProofKeys(keys).verifiers.map(async (text) => (await parseVerifier(text))!));
const faultsOf = async (texts: string[], keys?: string) => {
  const files = texts.map((text, at) => ({ name: String(at), text }));
  return (await verifyReceipts(files, await verifiers(keys))).flatMap(({ faults }) => faults.map(({ kind }) => kind));
};

test('who was at an event saves a receipt, which verifies outside of the portal; what was taken back has none [PROOF-020]', async () => {
  const { press, receiptPath, open, records, eventId } = await portalWithEvent();
  expect(await receiptPath('ana')).toBeNull();
  await press('cora', true);
  await press('ana', true);
  expect(await receiptPath('ana')).toBe('/media/proofs/1.tlog-proof');
  const answer = await open('ana', (await receiptPath('ana'))!);
  expect(answer).toMatchObject({ statusCode: 200 });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': expect.stringContaining('receipt-1.tlog-proof') as string,
    'cache-control': 'private, no-store',
  });
  expect(await faultsOf([answer.body])).toEqual([]);
  expect(await records()).toMatchObject([
    { number: 0, type: 'event-attendance', person: { subject: 'cora' } },
    {
      number: 1,
      version: 1,
      person: { subject: 'ana' },
      event: { id: eventId, title: 'Clients’ evening' },
      wasThere: true,
      statedAt: '2026-06-12T19:00:02.000Z',
      statedBy: { subject: 'edda' },
    },
  ]);
  await press('ana', true);
  expect(await records()).toHaveLength(2);
  await press('ana', false);
  expect(await receiptPath('ana')).toBeNull();
  expect(await records()).toMatchObject([{}, {}, { person: { subject: 'ana' }, wasThere: false }]);
});

test('a receipt is for its person alone, and stays when the event is gone [PROOF-021]', async () => {
  const { press, open, make, eventId } = await portalWithEvent();
  await press('ana', true);
  const path = '/media/proofs/0.tlog-proof';
  expect((await open('cora', path)).statusCode).toBe(404);
  expect((await open('edda', path)).statusCode).toBe(404);
  expect((await open('ana', '/media/proofs/1.tlog-proof')).statusCode).toBe(404);
  expect((await open('ana', '/media/proofs/9999999999999999.tlog-proof')).statusCode).toBe(404);
  expect((await open('ana', '/media/proofs/x.tlog-proof')).statusCode).toBe(400);
  await make.withdraw(eventId);
  expect((await open('ana', path)).statusCode).toBe(200);
});

test('without a key, proofs are recorded and no receipts offered, and health and doctor say so [PROOF-022]', async () => {
  const { press, receiptPath, open, records, check, parts } = await portalWithEvent({});
  await press('ana', true);
  expect(await records()).toHaveLength(1);
  expect(await receiptPath('ana')).toBeNull();
  expect((await open('ana', '/media/proofs/0.tlog-proof')).statusCode).toBe(404);
  expect(await check()).toBe('proofsUnsigned');
  expect(await checkProofs({ ...parts.config, PUBLIC_URL: 'https://portal.example.com' })).toMatchObject([
    { status: 'warning', what: expect.stringContaining('nobody can save a receipt') as string },
  ]);
});

test('a new key signs, and what older ones signed still verifies with the keys of the setting [PROOF-023]', async () => {
  const { press, open } = await portalWithEvent();
  await press('ana', true);
  const { body: old } = await open('ana', '/media/proofs/0.tlog-proof');
  const [oldPublic = ''] = parseProofKeys(key).verifiers;
  const rotated = `${formatProofKey(ORIGIN, seedOf(8))}, ${oldPublic}`;
  expect(parseProofKeys(rotated).verifiers).toHaveLength(2);
  expect(await faultsOf([old], rotated)).toEqual([]);
  expect(await faultsOf([old], formatProofKey(ORIGIN, seedOf(8)))).toEqual(['UnknownKey']);
});

test('keys that were changed, have several names or begin with a public one are rejected without naming them [PROOF-023]', () => {
  const [verifier = ''] = parseProofKeys(key).verifiers;
  expect(() => parseProofKeys(verifier)).toThrow('must begin with a private key');
  expect(() => parseProofKeys(key.replace('portal', 'partal'))).toThrow('does not fit');
  expect(() => parseProofKeys(`${key} ${formatProofKey('other.example.com', seedOf(1))}`)).toThrow('one name');
  expect(() => parseProofKeys('secret')).toThrow(/^must list Ed25519 keys in the notation/);
  expect(() => formatProofKey('two words', seedOf(1))).toThrow('no spaces');
});

test('a checkpoint is published every day, and one that the log no longer continues is found: nothing is signed then [PROOF-024]', async () => {
  const { press, open, check, asOwner, db, parts, clock, receiptPath } = await portalWithEvent();
  await press('ana', true);
  await press('cora', true);
  expect(await check()).toBe('proofsSigned');
  await press('ana', false);
  await press('ana', true);
  expect(await check()).toBe('proofsSigned');
  const stored = await db.selectFrom('proof_checkpoints').select(['size', 'note']).orderBy('size').execute();
  expect(stored.map(({ size }) => Number(size))).toEqual([2, 4]);
  expect(stored[1]!.note).toMatch(
    /^portal\.example\.com\/proofs\n4\n.{44}\n\n— portal\.example\.com\/proofs .{92}\n$/u,
  );

  await asOwner(`update proof_leaves set hashes[3] = sha256('x') where number = 3`);
  expect(await check()).toBe('proofsBroken');
  const answer = await open('ana', (await receiptPath('ana'))!);
  expect(answer.statusCode).toBe(503);
  expect(await checkProofs(parts.config)).toContainEqual(
    expect.objectContaining({
      status: 'problem',
      what: 'The log of proofs was changed: The first 4 records are not those of the checkpoint that was published.',
    }),
  );
  clock.now = new Date(clock.now.getTime() + 1000);
  expect(await db.selectFrom('proof_checkpoints').select('size').execute()).toHaveLength(2);
});

test('a record that was changed before or after the last checkpoint, and a log that was cut, are found [PROOF-024]', async () => {
  const { press, check, asOwner, clock } = await portalWithEvent();
  await press('ana', true);
  expect(await check()).toBe('proofsSigned');
  await press('cora', true);
  for (const number of [0, 1]) {
    await asOwner(`update proof_leaves set record = replace(record, 'true', 'false') where number = ${number}`);
    expect(await check()).toBe('proofsBroken');
    await asOwner(`update proof_leaves set record = replace(record, 'false', 'true') where number = ${number}`);
  }
  clock.now = new Date(clock.now.getTime() + 1000);
  expect(await check()).toBe('proofsSigned');
  await asOwner('delete from proof_leaves where number = 1');
  clock.now = new Date(clock.now.getTime() + 1000);
  expect(await check()).toBe('proofsBroken');
});

test('health says when the log has not been checked for two days [PROOF-024]', async () => {
  const { press, check, clock, as } = await portalWithEvent();
  await press('ana', true);
  expect(await check()).toBe('proofsSigned');
  const later = async (hours: number) => {
    clock.now = new Date(Date.parse('2026-06-12T19:00:01Z') + hours * HOUR_MS);
    const { parts } = await as('adam').call(getHealth, {});
    return parts.find(({ part }) => part === 'proofs')!.finding;
  };
  expect(await later(48)).toBe('proofsSigned');
  expect(await later(49)).toBe('proofsUnchecked');
});
