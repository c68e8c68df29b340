import { randomUUID } from 'node:crypto';
import { proofExportPath } from '@portico/contracts/admin/proofs';
import { cookieNames } from '@portico/contracts/portalSettings';
import { formatReceipt, verifyReceipts } from '@portico/contracts/proofs/receipts';
import { parseVerifier } from '@portico/contracts/proofs/signedNote';
import { createDb, createPool } from '@portico/server/db/pool';
import { readSignedHead } from '@portico/server/proofs/checkpoints';
import { inclusionPaths } from '@portico/server/proofs/tree.queries';
import { findBreak } from '@portico/server/features/proofs/checkLog.queries';
import { listRecords } from '@portico/server/features/proofs/exportedProofs.queries';
import { findReceipt } from '@portico/server/features/proofs/receipts.queries';
import { parseProofKeys } from '@portico/server/settings/proofKeys';
import { proportionalMib } from '../marks/processes.ts';
import { median, timed, timesOf, type Times } from '../timing.ts';
import { tokensOf, type BenchPortal } from './people.ts';

const RECEIPTS = 200;
const MEMORY_EVERY_MS = 500;
const VERIFIED_AT_ONCE = 10_000;

export interface LogTimes {
  /** Milliseconds for one receipt. */
  proof: Times;
  /** Checking leaves against the tree, as the daily job does. */
  check: { leaves: number; seconds: number };
  /** Verifying receipts, as the command does. */
  verify: { receipts: number; seconds: number };
}

/** Makes receipts of random records of a log, checks the first `checked` of its leaves, and verifies `verified` receipts. */
export async function measureLog(
  { databaseUrl, keys, userId }: { databaseUrl: string; keys: string; userId: string },
  { leaves, checked, verified }: { leaves: number; checked: number; verified: number },
): Promise<LogTimes> {
  const db = createDb(createPool({ url: databaseUrl, max: 1, prepare: true, statementTimeoutMs: 600_000 }));
  const config = { PROOF_KEYS: parseProofKeys(keys), PROOF_WITNESS: undefined };
  const times: number[] = [];
  for (let turn = -20; turn < RECEIPTS; turn += 1) {
    const number = Math.floor(Math.random() * leaves);
    const ms = await timed(async () => {
      if ((await findReceipt(db, config, { number, userId })) === undefined) throw new Error(`No receipt ${number}`);
    });
    if (turn >= 0) times.push(ms);
  }
  const checkMs = await timed(async () => {
    const broken = await findBreak(db, checked);
    if (broken !== undefined) throw new Error(`Record ${broken} does not hold.`);
  });

  const head = (await readSignedHead(db, config, leaves))!;
  const verifiers = [(await parseVerifier(config.PROOF_KEYS.verifiers[0]!))!];
  let verifyMs = 0;
  const known = new Map<string, Uint8Array>();
  for (let first = 0; first < verified; first += VERIFIED_AT_ONCE) {
    const end = Math.min(first + VERIFIED_AT_ONCE, verified);
    const records = await listRecords(db, { first, end }, {}, VERIFIED_AT_ONCE);
    const numbers = records.map(({ number }) => number);
    const paths = await inclusionPaths(db, numbers, { size: head.size, known });
    const files = records.map((record, index) => ({
      name: String(record.number),
      text: formatReceipt({ ...record, path: paths[index]!, note: head.note }),
    }));
    verifyMs += await timed(async () => {
      const faulty = (await verifyReceipts(files, verifiers)).find(({ faults }) => faults.length > 0);
      if (faulty) throw new Error(`Receipt ${faulty.name}: ${faulty.faults[0]!.text}`);
    });
  }
  await db.destroy();
  return {
    proof: timesOf(times),
    check: { leaves: checked, seconds: checkMs / 1000 },
    verify: { receipts: verified, seconds: verifyMs / 1000 },
  };
}

export interface Exported {
  seconds: number;
  bytes: number;
  idleMib: number;
  /** Median above idle. */
  addedMib: number;
}

/** Downloads the receipts until a day, as an administrator does, and reads the memory of the server while they come. */
export async function measureExport(portal: BenchPortal & { pid: number }, until: string): Promise<Exported> {
  const { accessToken, idToken } = await tokensOf(portal, 'bench-admin', ['admin']);
  const cookie = `${cookieNames.accessToken}=${accessToken}; ${cookieNames.idToken}=${idToken}`;
  const idleMib = proportionalMib(portal.pid);
  const memory: number[] = [];
  const watch = setInterval(() => void memory.push(proportionalMib(portal.pid)), MEMORY_EVERY_MS);
  let bytes = 0;
  const ms = await timed(async () => {
    const answer = await fetch(`${portal.url}${proofExportPath(randomUUID(), `?until=${until}`)}`, {
      headers: { cookie },
    });
    if (!answer.ok) throw new Error(`The export responded with ${answer.status}: ${await answer.text()}`);
    for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
  });
  clearInterval(watch);
  memory.push(proportionalMib(portal.pid));
  return { seconds: ms / 1000, bytes, idleMib, addedMib: median(memory) - idleMib };
}
