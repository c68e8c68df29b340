import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { topicLabel } from '@portico/kinds/credits';
import type { Audience } from '@portico/kinds/audience';
import { ReminderSchedule } from '@portico/kinds/components/confirmation/shape';
import { HoursText } from '@portico/contracts/credits';
import { MAX_NEEDS, type CreditNeed, type StoredNeed } from '@portico/contracts/studio/credits';
import { hoursText } from '../../../content/creditStandings.ts';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRow, readRows, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { PortalError } from '../../../errors.ts';
import { announce } from '../../../push/announce.ts';
import { audienceOf, ruleColumn, saveRule, storedAudience } from '../../../visibility/audienceRules.ts';
import { addressedToPerson } from '../../../visibility/visibility.ts';
import type { StudioActor } from '../access/actor.ts';

const NeedRow = z.object({
  id: z.uuid(),
  version: z.int(),
  program: z.string(),
  state: z.string(),
  subject: z.string(),
  hours: HoursText,
  startsOn: z.string(),
  dueOn: z.string(),
  firstYear: z.int(),
  lastYear: z.nullable(z.int()),
  reminders: z.nullable(ReminderSchedule),
  audience: z.array(z.string()),
  rule: z.nullable(storedJson<Audience>()),
  people: z.int(),
});

/** The whole table, by topic and first year, with the number of people whom each line concerns. */
export async function listNeeds(db: Db): Promise<StoredNeed[]> {
  const rows = await readRows(
    db,
    NeedRow,
    sql`
      select need.id, need.version, need.program, need.state, need.subject, ${hoursText(sql`need.hours`)} as hours,
        need.starts_on as "startsOn", need.due_on as "dueOn", need.first_year as "firstYear", need.last_year as "lastYear", need.reminders,
        need.audience, ${ruleColumn('need')} as rule,
        (select count(*)::int from users person where person.disabled_at is null and ${addressedToPerson('need')}) as people
      from credit_needs need
      order by lower(need.program), lower(need.state), lower(need.subject), need.first_year, need.id`,
  );
  return rows.map(({ id, version, people, audience, rule, ...need }) => ({
    id,
    version,
    people,
    need: { ...need, ...audienceOf(audience, rule) },
  }));
}

const columnsOf = (need: CreditNeed, actor: StudioActor) => ({
  program: need.program,
  state: need.state,
  subject: need.subject,
  hours: need.hours,
  starts_on: need.startsOn,
  due_on: need.dueOn,
  first_year: need.firstYear,
  last_year: need.lastYear,
  reminders: need.reminders,
  audience: storedAudience(need),
  changed_at: actor.now.toISOString(),
  changed_by: actor.id,
});

const CHANGED = 'Someone else has changed this line. Look at it and try again.';

/** Adds a line, for which `version` is null, or changes it. Throws `conflict`. */
export async function saveNeed(
  trx: Transaction<DB>,
  { id, version, need }: { id: string; version: number | null; need: CreditNeed },
  actor: StudioActor,
): Promise<void> {
  await saveRule(trx, need);
  const columns = columnsOf(need, actor);
  if (version === null) {
    const stored = await readRow(
      trx,
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from credit_needs`,
    );
    if (stored!.count >= MAX_NEEDS)
      throw new PortalError('conflict', `The table can have ${MAX_NEEDS} lines. Remove some first.`);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('credit_needs')
      .values({ id, ...columns })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) throw new PortalError('conflict', CHANGED);
  } else {
    const { numUpdatedRows } = await trx
      .updateTable('credit_needs')
      .set({ ...columns, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new PortalError('conflict', CHANGED);
  }
  await recordChange(trx, version === null ? 'added' : 'changed', id, need, actor);
}

/** Throws `conflict`. */
export async function deleteNeed(
  trx: Transaction<DB>,
  { id, version }: { id: string; version: number },
  actor: StudioActor,
): Promise<void> {
  const deleted = await readRow(
    trx,
    z.object({ program: z.string(), state: z.string(), subject: z.string(), hours: HoursText }),
    sql`delete from credit_needs where id = ${id} and version = ${version}
      returning program, state, subject, ${hoursText(sql`hours`)} as hours`,
  );
  if (!deleted) throw new PortalError('conflict', CHANGED);
  await recordChange(trx, 'removed', id, deleted, actor);
}

async function recordChange(
  trx: Transaction<DB>,
  what: 'added' | 'changed' | 'removed',
  id: string,
  need: Pick<CreditNeed, 'program' | 'state' | 'subject' | 'hours'> & Partial<CreditNeed>,
  actor: StudioActor,
): Promise<void> {
  const { hours, startsOn, dueOn, firstYear, lastYear, reminders } = need;
  await audit(trx, {
    actorId: actor.id,
    action: `credit-need.${what}`,
    objectKind: 'credit-need',
    objectId: id,
    details: {
      topic: topicLabel(need),
      hours,
      ...(startsOn === undefined
        ? {}
        : {
            startsOn,
            dueOn: dueOn!,
            firstYear: firstYear!,
            lastYear: lastYear ?? null,
            reminders: reminders ?? null,
          }),
    },
  });
  await announce(trx, 'todo', 'everybody');
}
