import { Readable } from 'node:stream';
import { measure, measuring } from '@portico/server/backup/measure';
import { listKeys, type ObjectStore } from '@portico/server/media/store/objectStore';
import type { OnProgress } from '../progress.ts';

/** Files copied concurrently: most of the time is spent waiting for the bucket. */
const AT_ONCE = 4;

export interface CopyReport {
  copied: number;
  bytes: number;
  /** Files that `to` already had. */
  present: number;
  /** What could not be copied and why, as text for people. */
  problems: string[];
}

/**
 * Copies every file that `to` does not have, reads each one back and compares it, and repeats until there are no new
 * files, because the portal may be in use. After an interruption, another run continues. With `verify`, also compares
 * files that are in both places. Deletes nothing in `from`.
 */
export async function copyFiles(
  from: ObjectStore,
  to: ObjectStore,
  { verify = false, onProgress = () => {} }: { verify?: boolean; onProgress?: OnProgress } = {},
): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, bytes: 0, present: 0, problems: [] };
  const settled = new Set<string>();
  for (let pass = 1; ; pass += 1) {
    const present = new Set(await listKeys(to));
    const waiting = (await listKeys(from)).filter((key) => !settled.has(key));
    if (waiting.length === 0) return report;
    const total = settled.size + waiting.length;
    await forEachConcurrently(waiting, async (key) => {
      const problem = await (present.has(key) ? compareFile : copyFile)(key, { from, to, verify, report });
      if (problem !== undefined) report.problems.push(`${key}: ${problem}`);
      settled.add(key);
      onProgress(`${settled.size} of ${total} files, ${report.copied} copied${pass > 1 ? `, pass ${pass}` : ''}`);
    });
  }
}

interface Work {
  from: ObjectStore;
  to: ObjectStore;
  verify: boolean;
  report: CopyReport;
}

async function copyFile(key: string, { from, to, report }: Work): Promise<string | undefined> {
  const object = await from.open(key);
  // Deleted since the keys were listed.
  if (!object) return undefined;
  const measurement = measuring();
  try {
    await to.put(key, Readable.from(measurement.through(object.stream)));
  } finally {
    object.stream.destroy();
  }
  const sent = measurement.result();
  const named = digestIn(key);
  const stored = await to.open(key);
  const arrived = stored && (await measure(stored.stream));
  if (named !== undefined && named !== sent.sha256) {
    await to.delete(key);
    return 'it is damaged in the source';
  }
  if (arrived?.sha256 !== sent.sha256) {
    await to.delete(key);
    return 'it was altered on the way';
  }
  report.copied += 1;
  report.bytes += sent.bytes;
  return undefined;
}

async function compareFile(key: string, { from, to, verify, report }: Work): Promise<string | undefined> {
  report.present += 1;
  if (!verify) return undefined;
  const [one, other] = await Promise.all([from.open(key), to.open(key)]);
  if (!one || !other) {
    one?.stream.destroy();
    other?.stream.destroy();
    return undefined;
  }
  const [before, now] = await Promise.all([measure(one.stream), measure(other.stream)]);
  return before.sha256 === now.sha256 ? undefined : 'it differs between the two places';
}

/** The keys of documents contain their digest. */
const digestIn = (key: string): string | undefined => /^files\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1];

/** Starts no more keys after a failure. */
async function forEachConcurrently(keys: string[], work: (key: string) => Promise<void>): Promise<void> {
  const remaining = [...keys].toReversed();
  const worker = async () => {
    try {
      for (let key = remaining.pop(); key !== undefined; key = remaining.pop()) await work(key);
    } finally {
      remaining.length = 0;
    }
  };
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
