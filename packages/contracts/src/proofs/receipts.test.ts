import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBase64, utf8 } from './bytes.ts';
import { foldSubtrees, inclusionRanges, leafHash, subtreesOf, type Range } from './merkleTree.ts';
import { formatReceipt, verifyReceipts, witnessSentence, type FaultKind } from './receipts.ts';
import { checkpointText, ED25519_COSIGNATURE, keyIdOf, parseVerifier, type Verifier } from './signedNote.ts';

const ORIGIN = 'portal.example.com/proofs';

/** A key of the log, made with Node’s own Ed25519. */
async function aKey(name = ORIGIN): Promise<{ signer: KeyObject; verifier: Verifier }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const keyId = Buffer.from(await keyIdOf(name, key)).toString('hex');
  return { signer: privateKey, verifier: { name, keyId, key, isWitness: false } };
}

/** A log that keeps all its records; `word` makes another log. */
function aLog(size: number, { word = 'a', timeOf = (at: number) => at } = {}) {
  const records = Array.from({ length: size }, (_, number) =>
    JSON.stringify({
      number,
      recordedAt: `2026-06-10T12:00:00.${String(timeOf(number)).padStart(6, '0')}Z`,
      type: 'test',
      word,
    }),
  );
  const known = new Map<string, Promise<Uint8Array>>();
  const subtree = (level: number, index: number): Promise<Uint8Array> => {
    const id = `${level} ${index}`;
    const hash =
      known.get(id) ??
      (level === 0
        ? leafHash(utf8(records[index]!))
        : Promise.all([subtree(level - 1, index * 2), subtree(level - 1, index * 2 + 1)]).then((both) =>
            foldSubtrees(both),
          ));
    known.set(id, hash);
    return hash;
  };
  const hashOf = async (range: Range) =>
    foldSubtrees(await Promise.all(subtreesOf(range).map(({ level, index }) => subtree(level, index))));
  return { records, hashOf };
}

type Log = ReturnType<typeof aLog>;

async function noteOf(log: Log, size: number, { signer, verifier }: Awaited<ReturnType<typeof aKey>>, origin = ORIGIN) {
  const text = checkpointText({ origin, size, root: await log.hashOf({ start: 0, end: size }) });
  const signature = Buffer.concat([Buffer.from(verifier.keyId, 'hex'), sign(null, Buffer.from(text), signer)]);
  return `${text}\n— ${verifier.name} ${signature.toString('base64')}\n`;
}

async function receiptOf(
  log: Log,
  number: number,
  size: number,
  key: Awaited<ReturnType<typeof aKey>>,
  origin = ORIGIN,
) {
  return formatReceipt({
    record: log.records[number]!,
    number,
    path: await Promise.all(inclusionRanges(number, size).map(log.hashOf)),
    note: await noteOf(log, size, key, origin),
  });
}

const faultsOf = async (texts: string[], verifiers: Verifier[]): Promise<FaultKind[]> => {
  const files = texts.map((text, at) => ({ name: `file ${at}`, text }));
  return (await verifyReceipts(files, verifiers)).flatMap(({ faults }) => faults.map(({ kind }) => kind));
};

test('every record of a log of any size has a receipt that verifies, and receipts of different days agree [PROOF-010]', async () => {
  const key = await aKey();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 70 }), async (size) => {
      const log = aLog(size);
      const texts = await Promise.all(
        log.records.flatMap((_, number) => [
          receiptOf(log, number, size, key),
          receiptOf(log, number, Math.max(number + 1, size - 3), key),
        ]),
      );
      expect(await faultsOf(texts, [key.verifier])).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

test('a receipt of which any bit was flipped does not verify [PROOF-010]', async () => {
  const key = await aKey();
  const log = aLog(13);
  const text = Buffer.from(await receiptOf(log, 6, 13, key));
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: text.length * 8 - 1 }), async (bit) => {
      const copy = Buffer.from(text);
      copy[bit >> 3]! ^= 1 << (bit & 7);
      expect(await faultsOf([copy.toString()], [key.verifier])).not.toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('each way to tamper with a receipt has its own name [PROOF-011]', async () => {
  const key = await aKey();
  const other = await aKey();
  const log = aLog(13);
  const sound = await receiptOf(log, 6, 13, key);
  const lines = sound.split('\n');
  const replaced = (at: number, line: string) =>
    lines.map((own, position) => (position === at ? line : own)).join('\n');
  const record = (text: string) => replaced(1, `extra ${toBase64(utf8(text))}`);
  const flip = (line: string) => {
    const bytes = Buffer.from(line, 'base64');
    bytes[5]! ^= 4;
    return bytes.toString('base64');
  };
  const one = async (text: string, verifiers = [key.verifier]) => faultsOf([text], verifiers);
  expect(await one(sound)).toEqual([]);
  expect(await one(sound.slice(0, -60))).toEqual(['NotAReceipt']);
  expect(await one(`\n${sound}`)).toEqual(['NotAReceipt']);
  expect(await one(replaced(1, 'extra !'))).toEqual(['NotAReceipt']);
  expect(await one(replaced(2, 'index 06'))).toEqual(['NotAReceipt']);
  expect(await one(sound, [other.verifier])).toEqual(['UnknownKey']);
  expect(await one(sound, [{ ...key.verifier, key: other.verifier.key }])).toEqual(['BadSignature']);
  expect(await one(record(log.records[6]!.replace('"a"', '"b"')))).toEqual(['NotInTree']);
  expect(await one(record(log.records[7]!))).toEqual(['WrongNumber']);
  expect(await one(replaced(2, 'index 7'))).toEqual(['WrongNumber']);
  expect(await one(replaced(2, 'index 12'))).toEqual(['WrongPathLength']);
  expect(await one(replaced(2, 'index 13'))).toEqual(['OutsideTree']);
  expect(await one(replaced(3, flip(lines[3]!)))).toEqual(['NotInTree']);
  expect(await one(lines.filter((_, at) => at !== 3).join('\n'))).toEqual(['WrongPathLength']);
  const signature = lines.length - 2;
  const altered = lines[signature]!.replace(/ (\S+)$/, (_, text: string) => ` ${flip(text)}`);
  expect(await one(replaced(signature, altered))).toEqual(['BadSignature']);
  const size = lines.indexOf('13');
  expect(await one(replaced(size, '6'))).toEqual(['BadSignature', 'OutsideTree']);
});

test('the key of one log does not vouch for another one [PROOF-011]', async () => {
  const key = await aKey();
  const receipt = await receiptOf(aLog(13), 6, 13, key, 'elsewhere.example.com/proofs');
  expect(await faultsOf([receipt], [key.verifier])).toEqual(['UnknownKey']);
});

test('two logs that one key signed are a fork, whether their sizes are the same or not [PROOF-011]', async () => {
  const key = await aKey();
  const [log, forked] = [aLog(20), aLog(20, { word: 'b' })];
  const fork = async (...[number, size, otherNumber, otherSize]: number[]) =>
    faultsOf(
      [await receiptOf(log, number!, size!, key), await receiptOf(forked, otherNumber!, otherSize!, key)],
      [key.verifier],
    );
  expect(await fork(3, 13, 3, 13)).toEqual(['Fork']);
  expect(await fork(3, 13, 9, 13)).toEqual(['Fork']);
  expect(await fork(3, 13, 9, 20)).toEqual(['Fork']);
  expect(await faultsOf([await receiptOf(log, 3, 13, key), await receiptOf(log, 9, 20, key)], [key.verifier])).toEqual(
    [],
  );
});

test('a record with an earlier time than the one before it is back-dated [PROOF-011]', async () => {
  const key = await aKey();
  const log = aLog(9, { timeOf: (at) => (at === 5 ? 0 : at + 10) });
  const texts = await Promise.all([2, 7, 5].map((number) => receiptOf(log, number, 9, key)));
  expect(await faultsOf(texts, [key.verifier])).toEqual(['BackDated']);
});

test('keys are written in the notation of Go, and one that was changed is none [PROOF-012]', async () => {
  // The example of golang.org/x/mod/sumdb/note.
  const text = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const verifier = await parseVerifier(text);
  expect(verifier).toMatchObject({ name: 'PeterNeumann', keyId: 'c74f20a3' });
  expect(await parseVerifier(text.replace('Peter', 'Pater'))).toBeUndefined();
  expect(await parseVerifier(text.replace('ARpc', 'AhPc'))).toBeUndefined();
  expect(await parseVerifier('')).toBeUndefined();
});

/** A witness, with what its signature line looks like. */
async function aWitness(name = 'witness.example.com/w1') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const id = await keyIdOf(name, key, ED25519_COSIGNATURE);
  const keyId = Buffer.from(id).toString('hex');
  const lineOf = (text: string, seconds: number) => {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey);
    return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
  };
  const verifier: Verifier = { name, keyId, key, isWitness: true };
  const text = `${name}+${keyId}+${toBase64(Uint8Array.of(ED25519_COSIGNATURE, ...key))}`;
  return { verifier, lineOf, text };
}

test('the signature of a witness is checked and named with its time; a wrong one is a fault, and an unknown one is said [PROOF-044]', async () => {
  const [key, witness, other] = [await aKey(), await aWitness(), await aWitness('other.example.com')];
  expect(await parseVerifier(witness.text)).toEqual(witness.verifier);
  const log = aLog(5);
  const sound = await receiptOf(log, 2, 5, key);
  const text = sound.slice(sound.indexOf(ORIGIN), sound.lastIndexOf('\n\n') + 1);
  const signed = `${sound}${witness.lineOf(text, 1_800_000_000)}`;
  const verify = async (receipts: string[], verifiers: Verifier[]) => {
    const files = receipts.map((one, at) => ({ name: `file ${at}`, text: one }));
    const results = await verifyReceipts(files, verifiers);
    return {
      faults: results.flatMap(({ faults }) => faults.map(({ kind }) => kind)),
      witnesses: results.flatMap(({ witnesses }) => witnesses),
      sentence: witnessSentence(results),
    };
  };
  const both = [key.verifier, witness.verifier];
  expect(await verify([signed], both)).toEqual({
    faults: [],
    witnesses: [{ name: 'witness.example.com/w1', at: new Date('2027-01-15T08:00:00Z') }],
    sentence: 'The witness witness.example.com/w1 has signed the log, too.',
  });
  expect((await verify([signed, sound], both)).sentence).toBe(
    'The witness witness.example.com/w1 has signed the log of 1 of 2; the others have none.',
  );
  expect(await verify([sound], both)).toMatchObject({
    faults: [],
    witnesses: [],
    sentence: expect.stringContaining('No witness that you trust has signed') as string,
  });
  expect((await verify([signed], [key.verifier])).sentence).toContain(
    `whether witness.example.com/w1+${witness.verifier.keyId} is a witness`,
  );
  // A witness alone is no log.
  expect((await verify([signed], [witness.verifier])).faults).toEqual(['UnknownKey']);
  const later = Buffer.from(witness.lineOf(text, 1_800_000_000).split(' ')[2]!, 'base64');
  later[11]! += 1;
  const wrong = [
    `${sound}${witness.lineOf(text.replace('\n5\n', '\n6\n'), 1_800_000_000)}`,
    `${sound}— witness.example.com/w1 ${later.toString('base64')}\n`,
  ];
  for (const one of wrong) expect((await verify([one], both)).faults, one).toEqual(['BadWitness']);
  expect((await verify([`${sound}${other.lineOf(text, 1)}`], both)).witnesses).toEqual([]);
  // An ordinary signature of the witness's key has no time.
  const { signer, verifier } = await aKey('plain.example.com');
  const plain = Buffer.concat([Buffer.from(verifier.keyId, 'hex'), sign(null, Buffer.from(text), signer)]);
  const without = `${sound}— plain.example.com ${plain.toString('base64')}\n`;
  expect((await verify([without], [key.verifier, { ...verifier, isWitness: true }])).faults).toEqual(['BadWitness']);
});
