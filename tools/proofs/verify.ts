import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyReceipts, witnessSentence } from '@portico/contracts/proofs/receipts';
import { RECEIPT_EXTENSION } from '@portico/contracts/proofs/receiptUrl';
import { parseVerifier, type Verifier } from '@portico/contracts/proofs/signedNote';
import { parseProofKeys } from '@portico/server/settings/proofKeys';
import { parseProofWitness } from '@portico/server/settings/proofWitness';
import { commandName } from '../operate/commandName.ts';
import { fromHere } from '../operate/fromHere.ts';
import { ArgumentError, runMain } from '../runMain.ts';
import { readRunSettings } from '../settings.ts';
import { findForks } from './findForks.ts';
import { readProofKeys } from './storedKeys.ts';

const usage = `${commandName('proof:verify')} <file or folder>… [--key <public key>]… [--log]

Verifies receipts, alone and against each other, and prints a sentence for each fault. Folders are searched for files
that end with ${RECEIPT_EXTENSION}. Without --key, trusts the public keys of PROOF_KEYS and PROOF_WITNESS, or of the log of
npm start. Needs neither the portal nor a network.

  --key <public key>   the log's public key, as ${commandName('proof:key')} prints it, or that of a witness
  --log                also compares them with the log in the portal's database, which names a log that was restored
                       from a backup and continued

Exits with 1 if anything has a fault.
`;

/** Receipts that are verified in a minute on one core. */
const PER_MINUTE = 100_000;

/** Exit codes: 0 if all receipts verify, 1 if one does not, 2 for invalid arguments. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true },
      log: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || positionals.length === 0) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const verifiers = await readVerifiers(values.key);
  const paths = (await Promise.all(positionals.map(listReceipts))).flat();
  if (paths.length === 0) throw new Error(`There is no file that ends with ${RECEIPT_EXTENSION}.`);
  if (paths.length > PER_MINUTE)
    process.stderr.write(
      `Verifying ${paths.length} receipts takes about ${Math.ceil(paths.length / PER_MINUTE)} minutes.\n`,
    );
  const receipts = await verifyReceipts(readAll(paths), verifiers);
  if (values.log) await findForks(receipts);
  for (const { name, faults, number, checkpoint } of receipts) {
    if (checkpoint && faults.length === 0)
      process.stdout.write(
        `${name}: OK, number ${number} of the ${checkpoint.size} records in ${checkpoint.origin}.\n`,
      );
    for (const { text } of faults) process.stdout.write(`${name}: ${text}\n`);
  }
  const faulty = receipts.filter(({ faults }) => faults.length > 0).length;
  process.stdout.write(
    faulty === 0
      ? `${receipts.length === 1 ? 'The receipt verifies' : `All ${receipts.length} receipts verify`}. ${witnessSentence(receipts)}\n`
      : `${faulty} of ${receipts.length} ${receipts.length === 1 ? 'receipt does' : 'receipts do'} not verify.\n`,
  );
  return faulty === 0 ? 0 : 1;
}

async function readVerifiers(given: string[] | undefined): Promise<Verifier[]> {
  const keys = process.env.PROOF_KEYS || readProofKeys(readRunSettings(process.env).dataDir);
  const witness = process.env.PROOF_WITNESS;
  const texts = given ?? [
    ...(keys === undefined ? [] : parseProofKeys(keys).verifiers),
    ...(witness ? [parseProofWitness(witness).key] : []),
  ];
  if (texts.length === 0) throw new ArgumentError('Name the public key of the log with --key.');
  return Promise.all(
    texts.map(async (text) => {
      const verifier = await parseVerifier(text);
      if (!verifier) throw new ArgumentError(`This is no public key of a log or a witness: ${text}`);
      return verifier;
    }),
  );
}

async function listReceipts(given: string): Promise<string[]> {
  const path = fromHere(given);
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true });
  return entries
    .filter((entry) => entry.endsWith(RECEIPT_EXTENSION))
    .sort()
    .map((entry) => join(path, entry));
}

async function* readAll(paths: string[]): AsyncGenerator<{ name: string; text: string }> {
  for (const path of paths) yield { name: path, text: await readFile(path, 'utf8') };
}

await runMain(main);
