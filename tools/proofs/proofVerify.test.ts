import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, onTestFinished, test } from 'vitest';
import { ensureProofKeys, newProofKey } from './storedKeys.ts';
import { receiptsOfLog } from './testing/receiptsOfLog.ts';

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-proofs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function run(script: 'verify' | 'key', args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${script}.ts`, import.meta.url)), ...args], {
    env: { ...process.env, PROOF_KEYS: '', PORTICO_DATA_DIR: join(tmpdir(), 'portico-no-data'), ...env },
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { output, errors, code: code as number };
}

test('a folder of receipts verifies without the portal; each fault is a sentence, and the exit code says so [PROOF-030]', async () => {
  const { db } = await testDatabase();
  const { publicKey, receipts } = await receiptsOfLog(db, ['one', 'two', 'three']);
  const folder = await aFolder();
  await mkdir(join(folder, '2026'));
  for (const [at, receipt] of receipts.entries()) await writeFile(join(folder, `2026/${at}.tlog-proof`), receipt);
  await writeFile(join(folder, 'notes.txt'), 'not a receipt');
  const sound = await run('verify', [folder, '--key', publicKey]);
  expect(sound).toMatchObject({ code: 0, errors: '' });
  expect(sound.output).toContain('2.tlog-proof: OK, number 2 of the 3 records in portal.example.com/proofs.\n');
  expect(sound.output).toContain('All 3 receipts verify. No witness that you trust has signed');
  await writeFile(join(folder, '2026/1.tlog-proof'), receipts[1]!.replace('index 1', 'index 0'));
  const tampered = await run('verify', [folder, '--key', publicKey]);
  expect(tampered.code).toBe(1);
  expect(tampered.output).toContain('The record says that it is number 1, but the receipt is for number 0.');
  expect(tampered.output).toContain('1 of 3 receipts do not verify.');
  expect(await run('verify', [folder])).toMatchObject({ code: 2, errors: expect.stringContaining('--key') as string });
  expect(await run('verify', [folder, '--key', 'x'])).toMatchObject({ code: 2 });
  expect(await run('verify', [await aFolder(), '--key', publicKey])).toMatchObject({ code: 1 });
});

test('a log that was restored from a backup and continued is named by comparing receipts with it [PROOF-030]', async () => {
  const [before, restored] = [await testDatabase(), await testDatabase()];
  const { key, publicKey, receipts } = await receiptsOfLog(before.db, ['one', 'two', 'three']);
  await receiptsOfLog(restored.db, ['one', 'other', 'third', 'fourth'], key);
  const file = join(await aFolder(), 'receipt.tlog-proof');
  await writeFile(file, receipts[2]!);
  const compare = (url: string) =>
    run('verify', [file, '--key', publicKey, '--log'], { DATABASE_URL: url, DATABASE_OWNER_URL: '' });
  expect(await compare(before.applicationUrl)).toMatchObject({ code: 0 });
  const forked = await compare(restored.applicationUrl);
  expect(forked).toMatchObject({ code: 1 });
  expect(forked.output).toContain(
    'The log was forked: the first 3 records of the portal are not those that were signed.',
  );
  const cut = await compare((await testDatabase()).applicationUrl);
  expect(cut.output).toContain('The log was cut: 3 records were signed, and the portal has 0.');
});

test('npm start makes one key for a data folder; proof:key makes keys and prints the public ones [PROOF-022]', async () => {
  const folder = await aFolder();
  const key = ensureProofKeys(folder, 'localhost:3000');
  expect(key).toMatch(/^PRIVATE\+KEY\+localhost:3000\/proofs\+[\da-f]{8}\+.{44}$/);
  expect(ensureProofKeys(folder, 'localhost:4000')).toBe(key);
  const stored = await run('key', [], { PORTICO_DATA_DIR: folder });
  expect(stored.output).toMatch(/^localhost:3000\/proofs\+[\da-f]{8}\+.{44}\n$/);
  const made = await run('key', ['portal.example.com/proofs']);
  expect(made.output).toMatch(/^PRIVATE\+KEY\+portal\.example\.com\/proofs\+/);
  const both = await run('key', [], {
    PROOF_KEYS: `${made.output.trim()},${newProofKey('portal.example.com/proofs')}`,
  });
  expect(both.output.split('\n')).toHaveLength(3);
  expect(both.output).not.toContain('PRIVATE');
  expect(await run('key', [])).toMatchObject({ code: 1, errors: 'PROOF_KEYS is not set.\n' });
});
