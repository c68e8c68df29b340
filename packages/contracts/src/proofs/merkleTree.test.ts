import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8, type Bytes } from './bytes.ts';
import {
  consistencyRanges,
  emptyRoot,
  foldSubtrees,
  inclusionRanges,
  isConsistent,
  leafHash,
  rangesOfPath,
  rememberHashes,
  subtreesOf,
  type Range,
} from './merkleTree.ts';

/* The definitions of RFC 6962, section 2.1, word for word, with Node's hash: slow, and independent of the code. */

const sha = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const split = (count: number) => 2 ** Math.floor(Math.log2(count - 1));

function treeHash(records: Bytes[]): Buffer {
  if (records.length === 0) return sha();
  if (records.length === 1) return sha(Buffer.of(0), records[0]!);
  const k = split(records.length);
  return sha(Buffer.of(1), treeHash(records.slice(0, k)), treeHash(records.slice(k)));
}

function auditPath(m: number, records: Bytes[]): Buffer[] {
  if (records.length === 1) return [];
  const k = split(records.length);
  return m < k
    ? [...auditPath(m, records.slice(0, k)), treeHash(records.slice(k))]
    : [...auditPath(m - k, records.slice(k)), treeHash(records.slice(0, k))];
}

function subproof(m: number, records: Bytes[], isWhole: boolean): Buffer[] {
  if (m === records.length) return isWhole ? [] : [treeHash(records)];
  const k = split(records.length);
  return m <= k
    ? [...subproof(m, records.slice(0, k), isWhole), treeHash(records.slice(k))]
    : [...subproof(m - k, records.slice(k), false), treeHash(records.slice(0, k))];
}

const recordsOf = (count: number) => Array.from({ length: count }, (_, at) => utf8(`record ${at}`));
const hashOf =
  (records: Bytes[]) =>
  ({ start, end }: Range) =>
    treeHash(records.slice(start, end));
const sizes = fc.integer({ min: 1, max: 200 });
const flipped = (bytes: Uint8Array, bit: number) => {
  const copy = Uint8Array.from(bytes);
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
};

test('roots are those of the test vectors of Certificate Transparency [PROOF-001]', async () => {
  // From the reference implementation of RFC 6962 (google/certificate-transparency, merkletree tests).
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  const leaves = await Promise.all(inputs.map((hex) => leafHash(Uint8Array.from(Buffer.from(hex, 'hex')))));
  expect(Buffer.from(await emptyRoot()).toString('hex')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  for (const [at, root] of roots.entries()) {
    const ranges = await rangesOfPath(leaves[at]!, {
      index: at,
      size: at + 1,
      path: inclusionRanges(at, at + 1).map(({ start, end }) =>
        treeHash(inputs.slice(start, end).map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')))),
      ),
    });
    expect(Buffer.from(ranges.at(-1)!.hash).toString('hex')).toBe(root);
  }
});

test('paths and consistency proofs cover the ranges that RFC 6962 defines, for trees of random sizes [PROOF-001]', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, first, second) => {
      const records = recordsOf(size);
      const [index, old] = [first % size, 1 + (second % size)];
      const path = inclusionRanges(index, size).map(hashOf(records));
      expect(path).toEqual(auditPath(index, records));
      expect(consistencyRanges(old, size).map(hashOf(records))).toEqual(subproof(old, records, true));
      const ranges = await rangesOfPath(await leafHash(records[index]!), { index, size, path });
      expect(ranges.at(-1)).toMatchObject({ start: 0, end: size });
      for (const range of ranges) expect(Buffer.from(range.hash)).toEqual(hashOf(records)(range));
    }),
    { numRuns: 60 },
  );
});

test('remembered hashes are those of the proofs that repeat them, never those of a proof that was changed [PROOF-001]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 17, max: 200 }),
      fc.array(fc.record({ index: fc.nat(), changed: fc.nat(), isChanged: fc.boolean() }), { maxLength: 40 }),
      async (size, proofs) => {
        const records = recordsOf(size);
        const remembered = rememberHashes();
        for (const { index: anyNumber, changed, isChanged } of proofs) {
          const index = anyNumber % size;
          const path: Uint8Array[] = inclusionRanges(index, size).map(hashOf(records));
          const at = changed % path.length;
          if (isChanged) path[at] = flipped(path[at]!, changed % 256);
          const leaf = await leafHash(records[index]!);
          expect(await rangesOfPath(leaf, { index, size, path }, remembered)).toEqual(
            await rangesOfPath(leaf, { index, size, path }),
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('the hash of a range is that of its complete subtrees, folded from the right [PROOF-001]', async () => {
  const records = recordsOf(100);
  for (const range of [...inclusionRanges(37, 100), ...consistencyRanges(41, 100), { start: 0, end: 100 }]) {
    const subtrees = subtreesOf(range).map(({ level, index }) =>
      hashOf(records)({ start: index * 2 ** level, end: (index + 1) * 2 ** level }),
    );
    expect(Buffer.from(await foldSubtrees(subtrees))).toEqual(hashOf(records)(range));
  }
});

test('a consistency proof holds for the log it was made for, and for no other size, root or hash [PROOF-001]', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), fc.nat({ max: 255 }), async (size, second, bit) => {
      const records = recordsOf(size);
      const old = { size: 1 + (second % size), root: treeHash(records.slice(0, 1 + (second % size))) };
      const head = { size, root: treeHash(records) };
      const path = subproof(old.size, records, true);
      expect(await isConsistent(old, head, path)).toBe(true);
      expect(await isConsistent({ ...old, root: flipped(old.root, bit) }, head, path)).toBe(false);
      expect(await isConsistent(old, { ...head, root: flipped(head.root, bit) }, path)).toBe(false);
      expect(await isConsistent(old, head, [...path, old.root])).toBe(false);
      expect(await isConsistent({ ...old, size: size + 1 }, head, path)).toBe(false);
      if (path.length > 0) {
        const at = bit % path.length;
        const tampered = path.map((hash, position) => (position === at ? flipped(hash, bit) : hash));
        expect(await isConsistent(old, head, tampered)).toBe(false);
      }
    }),
    { numRuns: 60 },
  );
  expect(await isConsistent({ size: 0, root: await emptyRoot() }, { size: 3, root: treeHash(recordsOf(3)) }, [])).toBe(
    true,
  );
});
