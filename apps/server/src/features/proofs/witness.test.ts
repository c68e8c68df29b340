import { expect, test } from 'vitest';
import { getHealth } from '@portico/contracts/admin/health';
import { getProofLog } from '@portico/contracts/admin/proofs';
import { verifyReceipts } from '@portico/contracts/proofs/receipts';
import { parseVerifier } from '@portico/contracts/proofs/signedNote';
import { withConnection } from '@portico/dev-database/databases';
import { checkProofs } from '../../doctor/proofsCheck.ts';
import { addJob } from '../../jobs/queue.ts';
import { jobsFor } from '../../jobs.ts';
import { recordProofs } from '../../proofs/recordProofs.ts';
import { formatProofKey, parseProofKeys } from '../../settings/proofKeys.ts';
import { parseProofWitness } from '../../settings/proofWitness.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { findReceipt } from './receipts.queries.ts';
import { startWitness } from './testing/witnessServer.ts';

const ORIGIN = 'portal.example.com/proofs';
const KEY = formatProofKey(ORIGIN, Buffer.alloc(32, 7));
const USER = '6f9b1d4e-0000-4000-8000-0000000000f1';

async function witnessedPortal() {
  const logKey = parseProofKeys(KEY).verifiers[0]!;
  const witness = await startWitness(logKey);
  const env = { PROOF_KEYS: KEY, PROOF_WITNESS: `${witness.key} ${witness.url}` };
  const portal = await testPortal({ env });
  const { db, as, runJobs, parts } = portal;
  const receiptOf = async (number: number) => (await findReceipt(db, parts.config, { number, userId: USER }))!;
  const verifiers = await Promise.all([logKey, witness.key].map(async (key) => (await parseVerifier(key))!));
  return {
    ...portal,
    witness,
    receiptOf,
    append: (count: number) =>
      db.transaction().execute((trx) =>
        recordProofs(
          trx,
          Array.from({ length: count }, (_, word) => ({
            userId: USER,
            itemId: null,
            type: 'test',
            version: 1,
            fields: { word },
          })),
        ),
      ),
    ask: async () => {
      await addJob(db, 'ask-proof-witness', {});
      await runJobs();
    },
    publish: async () => {
      await addJob(db, 'publish-checkpoint', {});
      await runJobs();
    },
    /** The receipt of a record, verified with the keys of the log and of the witness. */
    verified: async (number: number) => {
      const [receipt] = await verifyReceipts([{ name: 'one', text: await receiptOf(number) }], verifiers);
      return { faults: receipt!.faults, witnesses: receipt!.witnesses.map(({ name }) => name) };
    },
    state: async () => (await as('adam').call(getProofLog, {})).witness!,
    health: async () => {
      const { parts: all } = await as('adam').call(getHealth, {});
      return all.find(({ part }) => part === 'proofs')!.finding;
    },
    metric: async () => {
      const { body } = await portal.portal.inject('/metrics');
      return /^portico_proof_witness_failing (\d)$/m.exec(body)?.[1];
    },
    doctor: async () => (await checkProofs(parts.config)).map(({ what }) => what).join(' '),
    asOwner: (statement: string) =>
      withConnection(portal.url, async (client) => {
        await client.query('alter table proof_leaves disable trigger proof_leaves_keep');
        await client.query(statement);
      }),
  };
}

const SIGNED = { faults: [], witnesses: ['witness.example.com/w1'] };

test('receipts have the signature of the witness as soon as it has signed, and the verifiers check it [PROOF-040]', async () => {
  const { append, ask, verified, witness, state, health, metric, doctor } = await witnessedPortal();
  await append(3);
  expect(await verified(1)).toEqual({ faults: [], witnesses: [] });
  expect(await state()).toEqual({ name: 'witness.example.com/w1', problem: null, signed: null });
  expect(await doctor()).toContain('has not been asked yet');
  await ask();
  expect(await verified(1)).toEqual(SIGNED);
  await append(4);
  expect(await verified(1)).toEqual(SIGNED);
  // The newest record is not yet under a head that the witness has seen.
  expect(await verified(6)).toEqual({ faults: [], witnesses: [] });
  await ask();
  expect(await verified(6)).toEqual(SIGNED);
  expect(witness.seen?.size).toBe(7);
  expect(await state()).toMatchObject({ problem: null, signed: { records: 7 } });
  const { calls } = witness;
  await ask();
  // Nothing is new, so nobody is asked.
  expect(witness.calls).toBe(calls);
  expect([await health(), await metric()]).toEqual(['proofsWitnessed', '0']);
  expect(await doctor()).toContain('The witness last signed at');
});

test('a published checkpoint has the signature of the witness [PROOF-040]', async () => {
  const { append, publish, db } = await witnessedPortal();
  await append(3);
  await publish();
  const stored = await db.selectFrom('proof_checkpoints').select('note').execute();
  expect(stored.map(({ note }) => note.match(/^— \S+/gmu))).toEqual([[`— ${ORIGIN}`, '— witness.example.com/w1']]);
  await append(1);
  await publish();
  expect(await db.selectFrom('proof_checks').select('problem').where('problem', 'is not', null).execute()).toEqual([]);
});

test('a witness that is silent, refuses or answers nonsense keeps nobody from recording and saving receipts [PROOF-041]', async () => {
  const { append, ask, publish, verified, witness, state, health, metric, doctor, db } = await witnessedPortal();
  await append(2);
  const answers: Array<[{ status: number; text: string }, string]> = [
    [{ status: 500, text: '' }, 'It answered with the status 500.'],
    [{ status: 403, text: '' }, 'It does not know the key that signs the log.'],
    [{ status: 404, text: '' }, 'It does not know the log.'],
    [{ status: 200, text: '' }, 'Its answer has no valid signature of its key.'],
    [{ status: 200, text: 'x'.repeat(100_000) }, 'It can’t be reached: the answer is too large.'],
    [{ status: 409, text: 'x' }, 'It has seen other records, of the same number: the log was forked.'],
    [
      { status: 409, text: '9\n' },
      'It has seen 9 records, but the log has 2: the log was cut, or restored from a backup.',
    ],
  ];
  for (const [answer, problem] of answers) {
    witness.answer = answer;
    await ask();
    expect(await state(), problem).toMatchObject({ problem, signed: null });
  }
  expect(await verified(0)).toEqual({ faults: [], witnesses: [] });
  expect([await health(), await metric()]).toEqual(['proofsUnwitnessed', '1']);
  expect(await doctor()).toContain('The witness did not sign at');
  await witness.stop();
  await append(1);
  await publish();
  expect((await state()).problem).toMatch(/^It can’t be reached: /);
  expect(await db.selectFrom('proof_checkpoints').select('note').execute()).toHaveLength(1);
  expect(await verified(2)).toEqual({ faults: [], witnesses: [] });
});

test('a signature of the witness for other records, or of another witness, is not stored [PROOF-041]', async () => {
  const { append, ask, witness, state, db } = await witnessedPortal();
  await append(2);
  await ask();
  const { line } = await db.selectFrom('proof_cosignatures').select('line').executeTakeFirstOrThrow();
  await append(1);
  witness.answer = { status: 200, text: `${line}\n` };
  await ask();
  expect((await state()).problem).toBe('Its answer has no valid signature of its key.');
  expect(await db.selectFrom('proof_cosignatures').select('size').execute()).toHaveLength(1);
});

test('a log that was changed or restored from a backup and continued is refused by the witness, and the operator sees it [PROOF-042]', async () => {
  const { append, ask, asOwner, state, witness, db, receiptOf } = await witnessedPortal();
  await append(3);
  await ask();
  await asOwner('delete from proof_leaves where number = 2');
  await ask();
  expect((await state()).problem).toBe(
    'It has seen 3 records, but the log has 2: the log was cut, or restored from a backup.',
  );
  await append(2);
  await ask();
  expect((await state()).problem).toMatch(/^The log does not continue what it has seen/);
  expect(witness.seen?.size).toBe(3);
  await expect(receiptOf(0)).rejects.toThrow('does not continue the 3 records that the witness has signed');
  await expect(db.deleteFrom('proof_cosignatures').execute()).rejects.toThrow();
});

test('the setting takes a key of a witness and an address; without it, nobody is asked [PROOF-043]', async () => {
  const witness = await startWitness(parseProofKeys(KEY).verifiers[0]!);
  const parsed = { key: witness.key, url: witness.url };
  expect(parseProofWitness(`${witness.key} ${witness.url}/`)).toEqual(parsed);
  expect(() => parseProofWitness(witness.key)).toThrow('with a space between them');
  expect(() => parseProofWitness(`${parseProofKeys(KEY).verifiers[0]!} ${witness.url}`)).toThrow('cosignatures');
  expect(() => parseProofWitness(`${witness.key.replace('w1', 'w2')} ${witness.url}`)).toThrow('does not fit');
  expect(() => parseProofWitness(`${witness.key} ftp://x`)).toThrow('http');
  const { parts } = await testPortal({ env: { PROOF_KEYS: KEY } });
  const asked = (config: typeof parts.config) => jobsFor(config).timed.some(({ task }) => task === 'ask-proof-witness');
  expect(asked(parts.config)).toBe(false);
  expect(asked({ ...parts.config, PROOF_WITNESS: parsed })).toBe(true);
});
