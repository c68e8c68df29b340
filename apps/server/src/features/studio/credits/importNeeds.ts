import { isDeepStrictEqual } from 'node:util';
import type { CallResult } from '@portico/contracts/endpoint';
import type { importCreditNeeds } from '@portico/contracts/studio/credits';
import { randomUUID } from 'node:crypto';
import type { Db } from '../../../db/pool.ts';
import type { StudioActor } from '../access/actor.ts';
import { listNeeds, saveNeed } from './needs.queries.ts';
import { readNeedsFile } from './needsFile.ts';

/** Adds and changes lines of the table of needs. If one is wrong, or it is only a trial, nothing changes. */
export function importNeeds(
  db: Db,
  { csv, isTrial }: { csv: string; isTrial: boolean },
  actor: StudioActor,
): Promise<CallResult<typeof importCreditNeeds>> {
  const { lines, problems } = readNeedsFile(csv);
  return db.transaction().execute(async (trx) => {
    const stored = new Map((await listNeeds(trx)).map((one) => [one.id, one]));
    const result = { added: 0, changed: 0, unchanged: 0, problems: [...problems] };
    const saves: Array<{ id: string; version: number | null; need: (typeof lines)[number]['need'] }> = [];
    for (const { line, id, need } of lines) {
      const known = id === null ? undefined : stored.get(id);
      if (id === null) {
        result.added += 1;
        saves.push({ id: randomUUID(), version: null, need });
      } else if (!known) result.problems.push({ line, reason: 'No line has this ID. Leave it empty for a new one.' });
      else if (isDeepStrictEqual(known.need, need)) result.unchanged += 1;
      else {
        result.changed += 1;
        saves.push({ id, version: known.version, need });
      }
    }
    result.problems.sort((a, b) => a.line - b.line);
    if (!isTrial && result.problems.length === 0) for (const save of saves) await saveNeed(trx, save, actor);
    return result;
  });
}
