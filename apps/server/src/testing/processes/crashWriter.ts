import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publish, saveDraft } from '../../content/publication.ts';
import type { RevisionContent } from '../../content/storedContent.ts';
import { revisionContent } from '../contentMaker.ts';
import { createDb, createPool } from '../../db/pool.ts';

/** The content of a saved item, as large as a long article; every part of it contains the item and its version. */
export function crashDraft(itemId: string, version: number): RevisionContent {
  const text = `${itemId} ${version} `.repeat(400);
  const paragraph = { type: 'paragraph' as const, content: [{ type: 'text' as const, text }] };
  return revisionContent({
    header: `${itemId} ${version}`,
    categories: [`${version}`],
    publishedAt: '2026-01-01T00:00:00Z',
    components: [{ id: 'b1', type: 'BodyText', body: { type: 'doc', content: [paragraph, paragraph] } }],
  });
}

/**
 * Saves and publishes items forever and writes a line for every acknowledged change: item and version. Continues when
 * the database is lost and comes back.
 */
async function writeForever(url: string): Promise<never> {
  const pool = createPool({ url, max: 4, prepare: true, statementTimeoutMs: 2000 });
  const db = createDb(pool);
  const acknowledge = ({ itemId, version }: { itemId: string; version: number }) =>
    process.stdout.write(`${itemId} ${version}\n`);
  const writer = async () => {
    for (;;) {
      const itemId = randomUUID();
      try {
        let version = 0;
        for (let edit = 0; edit < 3; edit += 1) {
          acknowledge({
            itemId,
            version: ({ version } = await saveDraft(
              db,
              { itemId, kind: 'news', version },
              crashDraft(itemId, version + 1),
              { now: new Date() },
            )).version,
          });
          acknowledge({
            itemId,
            version: ({ version } = await publish(db, { itemId, version }, { now: new Date() })).version,
          });
        }
      } catch {
        await sleep(50);
      }
    }
  };
  await Promise.all([writer(), writer(), writer()]);
  throw new Error('a writer ended');
}

if (process.env['CRASH_DATABASE_URL']) await writeForever(process.env['CRASH_DATABASE_URL']);
