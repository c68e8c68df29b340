import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { askWitness } from '@portico/server/features/proofs/askWitness';
import { findReceipt } from '@portico/server/features/proofs/receipts.queries';
import { startWitness } from '@portico/server/features/proofs/testing/witnessServer';
import { readHead } from '@portico/server/proofs/tree.queries';
import { parseProofKeys } from '@portico/server/settings/proofKeys';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, onTestFinished, test } from 'vitest';
import { receiptsOfLog } from '../proofs/testing/receiptsOfLog.ts';
import { root } from '../root.ts';
import { findBrowser } from '../tests/browser.ts';
import { findProgram } from './program.ts';

const GO_PACKAGES = '/usr/share/gocode';
const go = findProgram('go');
const hasGo = go !== undefined && existsSync(join(GO_PACKAGES, 'src/golang.org/x/mod/sumdb/tlog'));
if (!hasGo) console.warn('Skipping tests, because Go is not installed (Debian: golang-go golang-golang-x-mod-dev)');

/** Receipts of a log with 21 records, as files. */
async function savedReceipts() {
  const { db } = await testDatabase();
  const words = Array.from({ length: 21 }, (_, at) => `“ü” ${at}`);
  const { publicKey, receipts } = await receiptsOfLog(db, words);
  const folder = await mkdtemp(join(tmpdir(), 'portico-proofs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = receipts.map((_, at) => join(folder, `receipt-${at}.tlog-proof`));
  for (const [at, file] of files.entries()) await writeFile(file, receipts[at]!);
  return { publicKey, receipts, files, folder };
}

function checkWithGo(publicKey: string, files: string[], cache: string, witnessKey = ''): Promise<string> {
  const program = fileURLToPath(new URL('checkReceipt.go', import.meta.url));
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: GO_PACKAGES, GOCACHE: join(cache, 'go'), GOFLAGS: '' };
  return new Promise((done) => {
    execFile(go!, ['run', program, publicKey, witnessKey, ...files], { env }, (_, output, errors) =>
      done(output || errors),
    );
  });
}

test.runIf(hasGo)('Go’s sumdb/note and sumdb/tlog accept every receipt, and no tampered one [PROOF-012]', async () => {
  const { publicKey, receipts, files, folder } = await savedReceipts();
  expect(await checkWithGo(publicKey, files, folder)).toBe('verified\n');
  await writeFile(files[4]!, receipts[4]!.replace('index 4', 'index 5'));
  expect(await checkWithGo(publicKey, files, folder)).toContain('invalid transparency proof');
  await writeFile(files[4]!, receipts[4]!.replace('\n21\n', '\n20\n'));
  expect(await checkWithGo(publicKey, files, folder)).toContain('invalid signature');
});

test.runIf(hasGo)(
  'Go’s sumdb/note accepts the signature of the witness, and none for another head [PROOF-045]',
  async () => {
    const { db } = await testDatabase();
    const { key, publicKey } = await receiptsOfLog(db, ['one', 'two']);
    const witness = await startWitness(publicKey);
    const config = { PROOF_KEYS: parseProofKeys(key), PROOF_WITNESS: { key: witness.key, url: witness.url } };
    const head = await readHead(db);
    await askWitness(db, { keys: config.PROOF_KEYS, witness: config.PROOF_WITNESS, head, now: new Date() });
    const { user_id: owner } = await db.selectFrom('proof_leaves').select('user_id').limit(1).executeTakeFirstOrThrow();
    const receipt = (await findReceipt(db, config, { number: 1, userId: owner }))!;
    const folder = await mkdtemp(join(tmpdir(), 'portico-proofs-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'one.tlog-proof');
    await writeFile(file, receipt);
    expect(await checkWithGo(publicKey, [file], folder, witness.key)).toBe('verified\n');
    const line = receipt.split('\n').at(-2)!;
    await writeFile(file, receipt.replace(line, line.replace(/.{6}$/, 'AAAAA=')));
    expect(await checkWithGo(publicKey, [file], folder, witness.key)).not.toContain('verified');
    await writeFile(file, receipt.replace(`${line}\n`, ''));
    expect(await checkWithGo(publicKey, [file], folder, witness.key)).toContain('not signed by everyone');
  },
);

test('the page verifies a folder of receipts from a file, and asks no network [PROOF-031]', async () => {
  const { publicKey, receipts, files } = await savedReceipts();
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const address = pathToFileURL(join(root, 'docs/verify-receipts.html')).href;
  await page.goto(address);
  const verify = async (key: string) => {
    await page.getByLabel('Public keys of the log and of witnesses, one a line').fill(key);
    await page.getByLabel('Receipts (.tlog-proof)').setInputFiles(files);
    await page.getByRole('button', { name: 'Verify' }).click();
    return page.getByRole('status');
  };
  const summary = async (key: string, expected: string) => {
    const status = await verify(key);
    await expect.poll(() => status.textContent()).toContain(expected);
  };
  await summary(publicKey, 'All 21 receipts verify. No witness that you trust has signed');
  expect(await page.getByRole('row').nth(5).textContent()).toContain('“ü” 4');
  await summary('x', 'This is no public key of a log or a witness: x');
  await writeFile(files[4]!, receipts[4]!.replace('index 4', 'index 5'));
  await summary(publicKey, '1 of 21 receipts do not verify.');
  expect(await page.getByRole('row').nth(1).textContent()).toContain(
    'The record says that it is number 4, but the receipt is for number 5.',
  );
  expect(asked).toEqual([address]);
});
