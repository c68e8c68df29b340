import { randomUUID } from 'node:crypto';
import type { Db } from '@portico/server/db/pool';
import { findReceipt } from '@portico/server/features/proofs/receipts.queries';
import { recordProofs } from '@portico/server/proofs/recordProofs';
import { parseProofKeys } from '@portico/server/settings/proofKeys';
import { newProofKey } from '../storedKeys.ts';

/** Appends records to the log of a database, and returns the receipt of each with all of them in the log. */
export async function receiptsOfLog(db: Db, words: string[], key = newProofKey('portal.example.com/proofs')) {
  const userId = randomUUID();
  const keys = parseProofKeys(key);
  const records = words.map((word) => ({ userId, itemId: null, type: 'test', version: 1, fields: { word } }));
  const numbers = await db.transaction().execute((trx) => recordProofs(trx, records));
  const receipts = await Promise.all(
    numbers.map((number) => findReceipt(db, { PROOF_KEYS: keys, PROOF_WITNESS: undefined }, { number, userId })),
  );
  return { key, publicKey: keys.verifiers[0]!, receipts: receipts as string[] };
}
