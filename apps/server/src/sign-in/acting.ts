import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { ActAction, ActingScope } from '@portico/contracts/acting';
import { HOUR_MS } from '@portico/contracts/durations';
import { dayIn } from '@portico/contracts/times';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import { readRow } from '../db/rows.ts';
import { PortalError } from '../errors.ts';
import type { Reader } from '../visibility/visibility.ts';
import { listPeopleActedFor } from './people.ts';
import { findViewedPerson, findViewing } from './viewing.ts';

interface Dependencies {
  db: Db;
  config: Pick<Config, 'FIRM_TIME_ZONE'>;
  now: () => Date;
}

interface ActingCall {
  /** As it is in the header, so it may be anything. */
  personId: string;
  delegateId: string;
  scope: ActingScope | 'Any';
}

/** What a delegate does. `choice` is what they chose, for actions that do different things. */
interface NewAct {
  action: string;
  objectId: string | null;
  choice: string | null;
}

export type RecordAct = <Result>(act: NewAct, work: () => Promise<Result>) => Promise<Result>;

/** What happens every few seconds while somebody types is one entry of the log in this time. */
const REPEATED: ReadonlySet<string> = new Set<ActAction>(['saveEntry']);
const REPEATED_MS = HOUR_MS;

/**
 * Whether a row of `delegations` applies on a day (`yyyy-MM-dd`, in the firm's time zone), unless one of the people is
 * disabled, which the caller looks at for the person.
 */
export const isDelegationInForce = (today: string): RawBuilder<boolean> =>
  sql<boolean>`(delegations.withdrawn_at is null and ${today}::date between delegations.starts_on and delegations.ends_on
    and not exists (select from users delegate where delegate.id = delegations.delegate_id and delegate.disabled_at is not null))`;

/**
 * Checks the rights of delegates, each time in the database, so that a right that was withdrawn a moment ago is no
 * longer one. Source: decisions/0311.
 */
export function createActing({ db, config, now }: Dependencies) {
  const today = () => dayIn(config.FIRM_TIME_ZONE, now());
  /** Whether the same was done a moment ago; then that entry of the log has the present time. */
  const isInLog = async ({
    delegationId,
    action,
    objectId,
  }: Pick<NewAct, 'action' | 'objectId'> & { delegationId: string }) => {
    const { numUpdatedRows } = await db
      .updateTable('acts')
      .set({ done_at: now().toISOString() })
      .where('delegation_id', '=', delegationId)
      .where('action', '=', action)
      .where('object_id', '=', objectId)
      .where('started_at', '>', new Date(now().getTime() - REPEATED_MS).toISOString())
      .where('done_at', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  return {
    /** The person of a call, with the right. Throws `forbidden`. */
    async assertAllowed({ personId, delegateId, scope }: ActingCall) {
      const [found] = z.safeParse(z.uuid(), personId).success
        ? await listPeopleActedFor(
            db,
            sql`delegations.person_id = ${personId} and delegations.delegate_id = ${delegateId} and ${isDelegationInForce(today())}`,
          )
        : [];
      if (!found) throw new PortalError('forbidden', 'You can’t act for this person, or no longer.');
      if (scope !== 'Any' && !found.delegation.scopes.includes(scope))
        throw new PortalError('forbidden', 'This person hasn’t allowed you to do this for them.');
      return found;
    },

    /** Does something for a person. It is in their log before it is done; if it fails, it leaves the log. */
    async record<Result>(
      { personId, delegationId, action, objectId, choice }: NewAct & { personId: string; delegationId: string },
      work: () => Promise<Result>,
    ): Promise<Result> {
      if (REPEATED.has(action) && (await isInLog({ delegationId, action, objectId }))) return work();
      const id = randomUUID();
      const act = { id, delegation_id: delegationId, person_id: personId, action, object_id: objectId, choice };
      await db
        .insertInto('acts')
        .values({ ...act, started_at: now().toISOString() })
        .execute();
      try {
        const result = await work();
        const title = titleIn(result) ?? (await findTitle(db, objectId));
        await db.updateTable('acts').set({ done_at: now().toISOString(), title }).where('id', '=', id).execute();
        return result;
      } catch (error) {
        await db.deleteFrom('acts').where('id', '=', id).where('done_at', 'is', null).execute();
        throw error;
      }
    },
  };
}

export type Acting = ReturnType<typeof createActing>;

/** The title of a task or an event that a call returned. */
function titleIn(result: unknown): string | null {
  const { title, header } = Object(result) as { title?: unknown; header?: unknown };
  return typeof title === 'string' ? title : typeof header === 'string' ? header : null;
}

const TitleRow = z.object({ title: z.nullable(z.string()) });

/** What the thing with this id is called: a task, an item, a notification, a form or an entry of one. */
async function findTitle(db: Db, id: string | null): Promise<string | null> {
  if (!z.safeParse(z.uuid(), id).success) return null;
  const row = await readRow(
    db,
    TitleRow,
    sql`select coalesce((select title from todos where id = ${id}::uuid), (select title from content_items where id = ${id}::uuid),
      (select title from notifications where id = ${id}::uuid),
      (select definition->>'title' from form_versions where form_id = coalesce((select form_id from form_entries where id = ${id}::uuid), ${id}::uuid)
        order by version desc limit 1)) as title`,
  );
  return row?.title ?? null;
}

/**
 * The person at the instant, everybody for whom they may act, and whom they see the portal as, for pictures and links:
 * their addresses can't say for whom they are opened.
 */
export async function* readersFor(
  { db, config }: Omit<Dependencies, 'now'>,
  reader: Reader,
): AsyncGenerator<Reader, void> {
  yield reader;
  const people = await listPeopleActedFor(
    db,
    sql`delegations.delegate_id = ${reader.id} and ${isDelegationInForce(dayIn(config.FIRM_TIME_ZONE, reader.now))}`,
  );
  for (const { person } of people) {
    const { id, advisorType, facts, ruleAnswers } = person;
    yield { id, advisorType, facts, ruleAnswers, now: reader.now, actedBy: reader.id };
  }
  // Only administrators have one, so nobody else waits for the statement.
  const viewing = reader.facts?.includes('role:admin') ? await findViewing(db, reader.id, reader.now) : undefined;
  const viewed = viewing && (await findViewedPerson(db, viewing.personId));
  if (!viewed) return;
  const { id, advisorType, facts, ruleAnswers } = viewed;
  yield { id, advisorType, facts, ruleAnswers, now: reader.now, actedBy: reader.id, isViewed: true };
}
