import { sql } from 'kysely';
import { z } from 'zod/mini';
import {
  consistencyRanges,
  foldSubtrees,
  inclusionRanges,
  subtreesOf,
  type Range,
} from '@portico/contracts/proofs/merkleTree';
import type { Db } from '../db/pool.ts';
import { Bytes, readRowOrThrow, readRows } from '../db/rows.ts';

/** The size and the root of the log. */
export interface Head {
  size: number;
  root: Uint8Array;
}

const SizeRow = z.object({ size: z.number() });
const HashRow = z.object({ hash: Bytes });

/** The hash of each range, in one statement that reads one row for each complete subtree. */
async function hashRanges(db: Db, ranges: Range[]): Promise<Uint8Array[]> {
  const parts = ranges.map(subtreesOf);
  const wanted = parts.flat().map(({ level, index }) => ({ place: level + 1, number: (index + 1) * 2 ** level - 1 }));
  const rows = await readRows(
    db,
    HashRow,
    sql`
      select leaf.hashes[wanted.place] as hash
      from rows from (jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as (place int, number bigint))
        with ordinality as wanted (place, number, position)
      join proof_leaves leaf on leaf.number = wanted.number
      order by wanted.position`,
  );
  if (rows.length !== wanted.length) throw new Error('The log of proofs lacks leaves.');
  const hashes = rows.map(({ hash }) => hash);
  return Promise.all(parts.map((subtrees) => foldSubtrees(hashes.splice(0, subtrees.length))));
}

export async function readSize(db: Db): Promise<number> {
  const { size } = await readRowOrThrow(
    db,
    SizeRow,
    sql`select coalesce((select number + 1 from proof_leaves order by number desc limit 1), 0)::float8 as size`,
  );
  return size;
}

/** The root that the log had at a size, which it has reached. */
export async function rootAt(db: Db, size: number): Promise<Uint8Array> {
  const [root] = await hashRanges(db, [{ start: 0, end: size }]);
  return root!;
}

export async function readHead(db: Db): Promise<Head> {
  const size = await readSize(db);
  return { size, root: await rootAt(db, size) };
}

/** From the sibling of the leaf up to a child of the root. */
export const inclusionPath = (db: Db, number: number, size: number): Promise<Uint8Array[]> =>
  hashRanges(db, inclusionRanges(number, size));

/**
 * The same for each of these numbers, in one statement: neighbors have most of their hashes in common. Keep `known` for
 * the next numbers of the same log and size; it has what large parts of the tree share.
 */
export async function inclusionPaths(
  db: Db,
  numbers: number[],
  { size, known }: { size: number; known: Map<string, Uint8Array> },
): Promise<Uint8Array[][]> {
  const keyOf = ({ start, end }: Range) => `${start} ${end}`;
  const paths = numbers.map((number) => inclusionRanges(number, size));
  const missing = new Map(
    paths.flatMap((path) => path.filter((range) => !known.has(keyOf(range))).map((range) => [keyOf(range), range])),
  );
  const hashes = await hashRanges(db, [...missing.values()]);
  const found = new Map([...missing.keys()].map((key, index) => [key, hashes[index]!]));
  // Copies: a hash from the database is a slice of 8 KB, which would stay in memory with it.
  for (const [key, { start, end }] of missing)
    if (end - start >= SHARED_LEAVES) known.set(key, new Uint8Array(found.get(key)!));
  return paths.map((path) => path.map((range) => found.get(keyOf(range)) ?? known.get(keyOf(range))!));
}

/** Fewer leaves than these have in common are not worth keeping. */
const SHARED_LEAVES = 4096;

/** The proof that the log still begins with the leaves that it had at an earlier size. */
export const consistencyPath = (db: Db, oldSize: number, size: number): Promise<Uint8Array[]> =>
  hashRanges(db, consistencyRanges(oldSize, size));
