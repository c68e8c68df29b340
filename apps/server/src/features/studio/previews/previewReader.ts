import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { factOf } from '@portico/kinds/audience';
import { AdvisorType } from '@portico/kinds/advisorType';
import type { Db } from '../../../db/pool.ts';
import { readRow } from '../../../db/rows.ts';
import { found } from '../../../errors.ts';
import type { Reader } from '../../../visibility/visibility.ts';

const PersonRow = z.object({
  advisorType: z.nullable(AdvisorType),
  facts: z.array(z.string()),
  isDisabled: z.boolean(),
});

/** The reader of a preview: a person, or anyone of an advisor type. Throws `not_found` for an unknown person. */
export async function previewReader(
  db: Db,
  { personId, advisorType = null }: { personId?: string | undefined; advisorType?: AdvisorType | null | undefined },
  now: Date,
): Promise<{ reader: Reader; isDisabled: boolean }> {
  if (personId === undefined) {
    const facts = advisorType === null ? [] : [factOf('advisorType', advisorType)];
    return { reader: { id: randomUUID(), advisorType, facts, now }, isDisabled: false };
  }
  const person = await readRow(
    db,
    PersonRow,
    sql`select advisor_type as "advisorType", facts, disabled_at is not null as "isDisabled" from users where id = ${personId}`,
  );
  const { isDisabled, ...known } = found(person, 'person');
  return { reader: { id: personId, ...known, now }, isDisabled };
}
