import { parseArgs } from 'node:util';
import { parseProofKeys } from '@portico/server/settings/proofKeys';
import { commandName } from '../operate/commandName.ts';
import { runMain } from '../runMain.ts';
import { readRunSettings } from '../settings.ts';
import { newProofKey, readProofKeys } from './storedKeys.ts';

const usage = `${commandName('proof:key')} [<name>]

With a name, such as portal.example.com/proofs, makes a key for the log of proofs and prints it: set PROOF_KEYS to it, and
store a copy where the portal can't read it. To replace a key, make one with the same name and put it before the old
ones. Without a name, prints the public keys of PROOF_KEYS: give them to those who verify receipts.
`;

/** Exit codes: 0 for keys, 1 without any, 2 for invalid arguments. */
function main(): number {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  if (values.help || positionals.length > 1) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const [name] = positionals;
  if (name !== undefined) {
    process.stdout.write(`${newProofKey(name)}\n`);
    return 0;
  }
  const keys = process.env.PROOF_KEYS || readProofKeys(readRunSettings(process.env).dataDir);
  if (keys === undefined) throw new Error('PROOF_KEYS is not set.');
  process.stdout.write(
    parseProofKeys(keys)
      .verifiers.map((key) => `${key}\n`)
      .join(''),
  );
  return 0;
}

await runMain(main);
