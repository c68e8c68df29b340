import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatProofKey } from '@portico/server/settings/proofKeys';

/** Where `npm start` stores the keys of the log that belongs to a data folder. */
const fileIn = (dataDir: string): string => join(dataDir, 'proof-keys');

/** The setting `PROOF_KEYS` of a data folder, or undefined if it has none. */
export const readProofKeys = (dataDir: string): string | undefined =>
  existsSync(fileIn(dataDir)) ? readFileSync(fileIn(dataDir), 'utf8').trim() : undefined;

/** The same, with a new key if the folder has none. */
export function ensureProofKeys(dataDir: string, host: string): string {
  const stored = readProofKeys(dataDir);
  if (stored !== undefined) return stored;
  const key = newProofKey(`${host}/proofs`);
  writeFileSync(fileIn(dataDir), `${key}\n`, { mode: 0o600 });
  return key;
}

export const newProofKey = (name: string): string => formatProofKey(name, randomBytes(32));
