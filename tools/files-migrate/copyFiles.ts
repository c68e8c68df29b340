import { Readable } from 'node:stream';
import { measure, measuring } from '@portico/server/backup/measure';
import { listKeys, type ObjectStore } from '@portico/server/media/store/objectStore';
import type { Tell } from '../progress.ts';

/** Most of the time goes by waiting for the bucket. */
const AT_ONCE = 4;

export interface CopyReport {
  copied: number;
  bytes: number;
  /** Were there before. */
  present: number;
  /** What could not be copied, and why, in words. */
  problems: string[];
}

/**
 * Copies every file that `to` does not have, reads each back and compares it, and looks for new ones until there are
 * none, because the portal may be in use. Cut off at any point it goes on where it was. With `verify`, files that are
 * in both places are compared too. Nothing is deleted in `from`.
 */
export async function copyFiles(
  from: ObjectStore,
  to: ObjectStore,
  { verify = false, tell = () => {} }: { verify?: boolean; tell?: Tell } = {},
): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, bytes: 0, present: 0, problems: [] };
  const settled = new Set<string>();
  for (let pass = 1; ; pass += 1) {
    const there = new Set(await listKeys(to));
    const waiting = (await listKeys(from)).filter((key) => !settled.has(key));
    if (waiting.length === 0) return report;
    const total = settled.size + waiting.length;
    await inTurns(waiting, async (key) => {
      const problem = await (there.has(key) ? compareFile : copyFile)(key, { from, to, verify, report });
      if (problem !== undefined) report.problems.push(`${key}: ${problem}`);
      settled.add(key);
      tell(`${settled.size} of ${total} files, ${report.copied} copied${pass > 1 ? `, pass ${pass}` : ''}`);
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
  // Deleted since it was listed.
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
    return 'it is damaged where it was';
  }
  if (arrived?.sha256 !== sent.sha256) {
    await to.delete(key);
    return 'it did not arrive as it was sent';
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

/** Documents are named by their digest. */
const digestIn = (key: string): string | undefined => /^files\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1];

/** After a failure no other key is begun. */
async function inTurns(keys: string[], work: (key: string) => Promise<void>): Promise<void> {
  const left = [...keys].toReversed();
  const worker = async () => {
    try {
      for (let key = left.pop(); key !== undefined; key = left.pop()) await work(key);
    } finally {
      left.length = 0;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
