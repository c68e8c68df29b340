import { hash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { estimateProofExport, getProofLog, proofExportPath } from '@portico/contracts/admin/proofs';
import { cookieNames } from '@portico/contracts/portalSettings';
import { getCurrentUser } from '@portico/contracts/users';
import { verifyReceipts } from '@portico/contracts/proofs/receipts';
import { parseVerifier } from '@portico/contracts/proofs/signedNote';
import { withConnection } from '@portico/dev-database/databases';
import { openZip } from '../../media/zip/zipArchive.ts';
import { recordProofs } from '../../proofs/recordProofs.ts';
import { formatProofKey, parseProofKeys } from '../../settings/proofKeys.ts';
import { testPortal } from '../../testing/testPortal.ts';

const KEY = formatProofKey('portal.example.com/proofs', Buffer.alloc(32, 7));
const ITEM = '6f9b1d4e-0000-4000-8000-0000000000f2';

async function portalWithProofs(env: Record<string, string> = { PROOF_KEYS: KEY }) {
  const portal = await testPortal({ env });
  const { db, as, url } = portal;
  const ids = new Map<string, string>();
  for (const name of ['ana', 'cora', 'adam']) {
    await as(name).call(getCurrentUser, {});
    const row = await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow();
    ids.set(name, row.id);
  }
  const open = async (name: string, path: string) => {
    const headers = await as(name).headers();
    const cookies = {
      [cookieNames.accessToken]: headers['authorization']!.slice('Bearer '.length),
      [cookieNames.idToken]: headers['id-token']!,
    };
    return portal.portal.inject({ method: 'GET', url: path, cookies });
  };
  return {
    ...portal,
    ids,
    open,
    append: (name: string, count: number, title = 'Travel policy') =>
      db.transaction().execute((trx) =>
        recordProofs(
          trx,
          Array.from({ length: count }, () => ({
            userId: ids.get(name)!,
            itemId: ITEM,
            type: 'test',
            version: 1,
            fields: { person: { name, email: `${name}@portico.test` }, item: { title } },
          })),
        ),
      ),
    /** The files of an export, by name. */
    exported: async (filters = '', id: string = randomUUID()) => {
      const { statusCode, headers, rawPayload: bytes } = await open('adam', proofExportPath(id, filters));
      expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'application/zip' });
      const archive = await openZip({
        size: bytes.length,
        read: async (start, length) => bytes.subarray(start, start + length),
      });
      const files = new Map<string, string>();
      for (const name of archive.entries.keys())
        files.set(name, (await archive.unpack(name, 10_000_000)).toString('utf8'));
      return { files, bytes: bytes.length };
    },
    setTime: (number: number, at: string) =>
      withConnection(url, async (client) => {
        await client.query('alter table proof_leaves disable trigger proof_leaves_keep');
        await client.query('update proof_leaves set recorded_at = $1 where number = $2', [at, number]);
      }),
  };
}

const receiptsIn = (files: Map<string, string>) =>
  [...files].filter(([name]) => name.endsWith('.tlog-proof')).map(([name, text]) => ({ name, text }));
const numbersIn = (files: Map<string, string>) =>
  receiptsIn(files).map(({ name }) => Number(/receipt-(\d+)/.exec(name)![1]));

test('an export has a receipt of every record, a manifest that names each file with its digest, and the page that verifies them [PROOF-033]', async () => {
  const { append, exported } = await portalWithProofs();
  await append('ana', 600);
  await append('cora', 403, '=1+1');
  const { files } = await exported();
  const receipts = receiptsIn(files);
  expect(numbersIn(files)).toEqual(Array.from({ length: 1003 }, (_, number) => number));
  const verifier = (await parseVerifier(parseProofKeys(KEY).verifiers[0]!))!;
  expect((await verifyReceipts(receipts, [verifier])).flatMap(({ faults }) => faults)).toEqual([]);
  expect(files.get('verify-receipts.html')).toContain('<h1>Verify receipts</h1>');
  expect(files.get('README.txt')).toContain('verify-receipts.html');
  const manifest = JSON.parse(files.get('manifest.json')!) as {
    receipts: number;
    folders: Array<{ folder: string; receipts: number; sha256: string }>;
  };
  expect(manifest).toMatchObject({
    type: 'portico-receipts-1',
    log: 'portal.example.com/proofs',
    receipts: 1003,
    folders: [
      { folder: 'receipts/from-0000000000', receipts: 1000 },
      { folder: 'receipts/from-0000001000', receipts: 3 },
    ],
  });
  const listed = manifest.folders.flatMap(({ folder, sha256 }) => {
    const text = files.get(`${folder}/manifest.csv`)!;
    expect(hash('sha256', text, 'hex')).toBe(sha256);
    return text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => ({ folder, cells: line.split(',') }));
  });
  expect(listed).toHaveLength(1003);
  for (const { folder, cells } of listed)
    expect(hash('sha256', files.get(`${folder}/${cells[6]!}`)!, 'hex')).toBe(cells[7]);
  const [number, , ...facts] = listed[0]!.cells;
  expect([number, ...facts.slice(0, 4)]).toEqual(['0', 'test', 'ana', 'ana@portico.test', 'Travel policy']);
  // No cell becomes a formula.
  expect(listed.at(-1)!.cells[5]).toBe(`'=1+1`);
});

test('an export has the records of a period by the firm’s calendar, of an item or of a person; the estimate counts the same [PROOF-034]', async () => {
  const { append, exported, setTime, ids, as } = await portalWithProofs();
  await append('ana', 2);
  await append('cora', 3);
  // In New York, it is still the day before.
  for (const [number, at] of [
    '2026-06-09T12:00:00Z',
    '2026-06-10T03:59:59Z',
    '2026-06-10T04:00:00Z',
    '2026-06-11T03:59:59Z',
    '2026-06-11T04:00:00Z',
  ].entries())
    await setTime(number, at);
  const cases: Array<[Record<string, string>, number[]]> = [
    [{}, [0, 1, 2, 3, 4]],
    [{ from: '2026-06-10', until: '2026-06-10' }, [2, 3]],
    [{ until: '2026-06-09' }, [0, 1]],
    [{ from: '2026-06-11' }, [4]],
    [{ from: '2026-06-12' }, []],
    [{ from: '2026-06-11', until: '2026-06-09' }, []],
    [{ userId: ids.get('cora')! }, [2, 3, 4]],
    [{ userId: ids.get('cora')!, until: '2026-06-10' }, [2, 3]],
    [{ itemId: ITEM }, [0, 1, 2, 3, 4]],
    [{ itemId: randomUUID() }, []],
  ];
  for (const [filters, numbers] of cases) {
    const query = `?${new URLSearchParams(filters)}`;
    const { files, bytes } = await exported(query);
    expect(numbersIn(files), query).toEqual(numbers);
    const estimate = await as('adam').call(estimateProofExport, { query: filters });
    expect(estimate.records, query).toBe(numbers.length);
    const others = [...files]
      .filter(([name]) => !name.startsWith('receipts/'))
      .reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
    expect(Math.abs(estimate.bytes - (bytes - others)), query).toBeLessThan(1000 + (bytes - others) * 0.2);
  }
  const person = await as('adam').call(estimateProofExport, { query: { userId: ids.get('ana')! } });
  expect(person).toMatchObject({ item: null, person: expect.stringContaining('Ana') as string });
  expect(await as('adam').fail(estimateProofExport, { query: { from: 'x' } })).toMatchObject({ status: 400 });
});

test('each export is in the audit log and in the list of exports, with how far it came [PROOF-035]', async () => {
  const { append, exported, as, db, ids, open } = await portalWithProofs();
  await append('ana', 3);
  const id = randomUUID();
  await exported(`?userId=${ids.get('ana')!}`, id);
  const { exports, ...log } = await as('adam').call(getProofLog, {});
  expect(exports).toMatchObject([
    {
      id,
      filters: { userId: ids.get('ana') },
      records: 3,
      done: 3,
      state: 'Done',
      name: expect.stringContaining('Adam') as string,
    },
  ]);
  expect(log).toEqual({
    isAdministrator: true,
    records: 3,
    keys: parseProofKeys(KEY).verifiers,
    lastCheckpoint: null,
    witness: null,
  });
  const rows = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'proofs.exported')
    .execute();
  expect(rows).toEqual([{ actor_id: ids.get('adam'), details: { userId: ids.get('ana'), records: 3 } }]);
  // The same person may start it again; nobody else takes its place.
  await exported('', id);
  expect((await as('adam').call(getProofLog, {})).exports).toHaveLength(1);
  await db
    .updateTable('proof_exports')
    .set({ actor_id: ids.get('cora')! })
    .execute();
  expect((await open('adam', proofExportPath(id))).statusCode).toBe(409);
});

test('an export that has no news for a minute is shown as stopped [PROOF-035]', async () => {
  const { as, db, ids, clock } = await portalWithProofs();
  const seenAt = clock.now.toISOString();
  await db
    .insertInto('proof_exports')
    .values({
      id: randomUUID(),
      actor_id: ids.get('adam')!,
      filters: '{}',
      records: 9,
      done: 4,
      started_at: seenAt,
      seen_at: seenAt,
    })
    .execute();
  const stateAfter = async (seconds: number) => {
    clock.now = new Date(Date.parse(seenAt) + seconds * 1000);
    return (await as('adam').call(getProofLog, {})).exports[0]!.state;
  };
  expect(await stateAfter(60)).toBe('Running');
  expect(await stateAfter(61)).toBe('Stopped');
});

test('only administrators export, and only what a key signs of a log that is whole [PROOF-036]', async () => {
  const { append, open, url, db } = await portalWithProofs();
  await append('ana', 3);
  for (const name of ['ana', 'aud', 'edda'])
    expect((await open(name, proofExportPath(randomUUID()))).statusCode).toBe(403);
  expect((await open('adam', proofExportPath('x'))).statusCode).toBe(400);
  expect((await open('adam', proofExportPath(randomUUID(), '?from=yesterday'))).statusCode).toBe(400);
  expect(await db.selectFrom('proof_exports').select('id').execute()).toEqual([]);
  await withConnection(url, async (client) => {
    await client.query(`insert into proof_checkpoints values (4, sha256('x'), 'x', now())`);
  });
  expect((await open('adam', proofExportPath(randomUUID()))).statusCode).toBe(503);
  const without = await portalWithProofs({});
  await without.append('ana', 1);
  expect((await without.open('adam', proofExportPath(randomUUID()))).statusCode).toBe(404);
  expect((await without.as('adam').call(getProofLog, {})).keys).toEqual([]);
});
