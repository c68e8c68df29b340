import { sql } from 'kysely';
import { z } from 'zod/mini';
import { conditionsOn, isForEveryone } from '@portico/authoring/audience';
import type { Audience } from '@portico/kinds/audience';
import type { explainAudience } from '@portico/contracts/audience';
import type { CallResult } from '@portico/contracts/endpoint';
import type { Db } from '../../db/pool.ts';
import { readRow, storedJson } from '../../db/rows.ts';
import { audienceOf, ruleColumn } from '../../visibility/audienceRules.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';

const AudienceRow = z.object({ audience: z.array(z.string()), rule: z.nullable(storedJson<Audience>()) });

/**
 * Which of the reader's facts an item is addressed to. Reveals nothing about other people: neither other values of the
 * rule nor who is excluded. Undefined for an item that the reader may not see.
 */
export async function explainToReader(
  db: Db,
  reader: Reader,
  itemId: string,
): Promise<CallResult<typeof explainAudience> | undefined> {
  const row = await readRow(
    db,
    AudienceRow,
    sql`
      select item.audience, ${ruleColumn('item')} as rule from content_items item
      where item.id = ${itemId} and item.kind <> 'asset' and ${visibleTo(reader)}`,
  );
  if (!row) return undefined;
  const audience = audienceOf(row.audience, row.rule);
  return {
    isForEveryone: isForEveryone(audience),
    matched: conditionsOn(audience, reader.facts ?? [])
      .filter(({ isExclusion }) => !isExclusion)
      .map(({ dimension, matched }) => ({ dimension, values: dimension === 'person' ? [] : matched })),
  };
}
