import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  Duty,
  DUTIES_PAGE_SIZE,
  type DutyState,
  type ItemConfirmation,
  type listDuties,
} from '@portico/contracts/duties';
import type { ConfirmationQuestion } from '@portico/kinds/components/confirmation/shape';
import {
  CREDITS_PATH,
  creditsTitle,
  missingLabel,
  ownCreditDuties,
  type CreditsClock,
} from '../../content/creditStandings.ts';
import { isAskedOf, openDuties } from '../../content/duties.ts';
import { countedConfirmations } from '../../content/roundSections.ts';
import { itemPath } from '../../content/itemPath.ts';
import type { Db } from '../../db/pool.ts';
import { compileOnce, Instant, limitTo, nullsFor, readRow, storedJson } from '../../db/rows.ts';
import { CONFIRMATION_PROOF } from '../../proofs/recordProofs.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import {
  ChangeColumns,
  changedHeadings,
  changedSinceOf,
  changesOf,
  recordedChangesOf,
  type RecordedChanges,
} from './sections.queries.ts';
import { countTeamDuties, hasTeam } from './team.queries.ts';

const DutyRow = z.extend(Duty, {
  confirmedAt: z.nullable(Instant),
  confirmedBy: z.nullable(z.string()),
  receipt: z.nullable(z.number()),
});
const Totals = z.object({ total: z.int(), open: z.int(), overdue: z.int(), done: z.int(), hasTeam: z.boolean() });

/** A page of what somebody must confirm or still earn, or has confirmed, with all numbers. */
const selectDuties = (state: DutyState) =>
  compileOnce(
    z.union([DutyRow, nullsFor(DutyRow)]),
    (asked: Reader & CreditsClock & { offset: number }) => {
      const page = sql`${limitTo(DUTIES_PAGE_SIZE)} offset ${asked.offset}`;
      const chosen =
        state === 'Done'
          ? sql`
            select own.id, own.item_id as "itemId", own.record::jsonb #>> '{item,title}' as title, own.record::jsonb #>> '{item,kind}' as kind,
              (select ${itemPath} from content_items item where item.id = own.item_id and ${visibleTo(asked)}) as path,
              own.record::jsonb->>'statement' as statement, own.record::jsonb->>'dueDate' as "dueDate", false as "isOverdue",
              own.record::jsonb->>'reason' as reason, '{}'::text[] as changed, own.confirmed_at as "confirmedAt",
              ${delegateOf('own')} as "confirmedBy", ${proofOf('own')} as receipt, row_number() over (order by own.confirmed_at desc, own.id) as place
            from (select * from confirmations where user_id = ${asked.id} order by confirmed_at desc, id ${page}) own`
          : sql`
            select owed.id, owed."itemId", owed.title, owed.kind, coalesce(${itemPath}, item.path) as path,
              coalesce(request.statement, owed.missing) as statement, owed."dueDate"::text, owed."isOverdue", round.reason,
              ${changedHeadings(asked)} as changed, null::timestamptz as "confirmedAt", null::text as "confirmedBy", null::float8 as receipt,
              row_number() over (order by owed."dueDate", owed.title, owed.id) as place
            from (select * from owed ${state === 'Overdue' ? sql`where "isOverdue"` : sql``} order by "dueDate", title, id ${page}) owed
            cross join lateral (select owed."itemId" as id, owed.kind, owed.path) item
            left join confirmation_requests request on request.item_id = owed."itemId"
            left join confirmation_rounds round on round.id = owed.round_id`;
      return sql`
        with owed as materialized (
          select duty.id, duty.item_id as "itemId", duty.round_id, item.title, item.kind, item.path,
            duty.due_date as "dueDate", duty.due_date < ${asked.today}::date as "isOverdue", null::text as missing
          from ${openDuties(asked)}
          union all
          select id, null, null, ${creditsTitle('credits')}, 'credits', ${CREDITS_PATH}, due_on, due_on < ${asked.today}::date,
            ${missingLabel('credits')}
          from (${ownCreditDuties(asked, asked)}) credits
        ), counted as (
          select count(*)::int as open, (count(*) filter (where "isOverdue"))::int as overdue,
            (select count(*)::int from confirmations where user_id = ${asked.id}) as done, ${hasTeam(asked)} as "hasTeam" from owed
        ), chosen as (${chosen})
        select counted.${sql.ref(state.toLowerCase())} as total, counted.*, chosen.id, "itemId", title, kind, path, statement, "dueDate",
          "isOverdue", reason, changed, "confirmedAt", "confirmedBy", receipt
        from counted left join chosen on true order by chosen.place`;
    },
    Totals,
  );
const selects = { Open: selectDuties('Open'), Overdue: selectDuties('Overdue'), Done: selectDuties('Done') };

/**
 * A page of what the reader must confirm or still earn, first due first, or has confirmed, latest first, with the
 * numbers of all. People open it often, so only supervisors wait for a second statement, with the number of their
 * people.
 */
export async function listOwnDuties(
  db: Db,
  reader: Reader,
  { state = 'Open', page = 1 }: Received<typeof listDuties>['query'],
  { today, timeZone, hasKey }: CreditsClock & { hasKey: boolean },
): Promise<CallResult<typeof listDuties>> {
  const rows = await selects[state](db, { ...reader, today, timeZone, offset: (page - 1) * DUTIES_PAGE_SIZE });
  const { total, open, overdue, done, hasTeam: isSupervisor } = rows[0]!;
  // The people of a supervisor are no matter of their delegates.
  const team =
    isSupervisor && reader.actedBy === undefined ? await countTeamDuties(db, reader, { today, timeZone }) : null;
  return {
    items: rows.flatMap((row) => (row.id === null ? [] : dutyOf(row, hasKey))),
    page,
    pageSize: DUTIES_PAGE_SIZE,
    total,
    counts: { open, overdue, done, team },
  };
}

/** The number of the proof of a confirmation; those before the log have none. */
const proofOf = (confirmations: string) => sql`(
  select proof.number::float8 from proof_leaves proof
  where proof.user_id = ${sql.ref(`${confirmations}.user_id`)} and proof.item_id = ${sql.ref(`${confirmations}.item_id`)}
    and proof.type = ${CONFIRMATION_PROOF} and proof.record::jsonb->>'id' = ${sql.ref(`${confirmations}.id`)}::text)`;

/** The name of the delegate who confirmed; null for people who did it themselves. */
export const delegateOf = (confirmations: string) =>
  sql<string | null>`${sql.ref(`${confirmations}.record`)}::jsonb #>> '{confirmedBy,name}'`;

/** Nothing can sign a receipt without a key. */
export const receiptOf = (number: number | null | undefined, hasKey: boolean): { receipt?: number } =>
  number == null || !hasKey ? {} : { receipt: number };

const dutyOf = ({ confirmedAt, confirmedBy, receipt, ...row }: z.infer<typeof DutyRow>, hasKey: boolean): Duty => ({
  id: row.id,
  itemId: row.itemId,
  title: row.title,
  kind: row.kind,
  path: row.path,
  statement: row.statement,
  dueDate: row.dueDate,
  isOverdue: row.isOverdue,
  reason: row.reason,
  changed: row.changed,
  confirmedAt: confirmedAt && new Date(confirmedAt).toISOString(),
  ...(confirmedBy === null ? {} : { confirmedBy }),
  ...receiptOf(receipt, hasKey),
});

const ConfirmationRow = z.object({
  revisionId: z.uuid(),
  revision: z.int(),
  roundId: z.uuid(),
  statement: z.string(),
  dueDate: z.iso.date(),
  delegatesMay: z.boolean(),
  onlyAttended: z.boolean(),
  questions: storedJson<ConfirmationQuestion[]>(),
  reason: z.nullable(z.string()),
  confirmedId: z.nullable(z.uuid()),
  confirmedAt: z.nullable(Instant),
  confirmedRevision: z.nullable(z.int()),
  confirmedBy: z.nullable(z.string()),
  receipt: z.nullable(z.number()),
  ...ChangeColumns.shape,
});

/** With what only the record needs. */
export interface AskedConfirmation extends Omit<ItemConfirmation, 'questions'> {
  roundId: string;
  /** With what is right. */
  questions: ConfirmationQuestion[];
  /** Whether the item asks only those who were at the event. */
  onlyAttended: boolean;
  changes: RecordedChanges | null;
}

/** What an item asks of the reader, with their confirmation in the current round; undefined if they don't see it. */
export async function findItemConfirmation(
  db: Db,
  reader: Reader,
  itemId: string,
  { today, hasKey }: { today: string; hasKey: boolean },
): Promise<AskedConfirmation | undefined> {
  const row = await readRow(
    db,
    ConfirmationRow,
    sql`
      select rev.id as "revisionId", rev.number as revision, request.round_id as "roundId", request.statement, request.due_date::text as "dueDate",
        request.delegates_may as "delegatesMay", request.only_attended as "onlyAttended", request.questions, round.reason, own.id as "confirmedId", own.confirmed_at as "confirmedAt", (own.record::jsonb #>> '{revision,number}')::int as "confirmedRevision",
        ${delegateOf('own')} as "confirmedBy", ${proofOf('own')} as receipt, ${changesOf.columns}
      from content_items item join content_revisions rev on rev.id = item.published_revision_id
      join confirmation_requests request on request.item_id = item.id and request.is_asked
      join confirmation_rounds round on round.id = request.round_id
      left join ${countedConfirmations} own on own.counted_round = request.round_id and own.user_id = ${reader.id}
      left join ${changesOf.rows(reader, sql`request.item_id`, sql`request.round_id`)} on own.id is null
      where item.id = ${itemId} and ${visibleTo(reader)} and ${isAskedOf(sql`${reader.id}::uuid`)}`,
  );
  if (!row) return undefined;
  const {
    confirmedId: id,
    confirmedAt,
    confirmedRevision,
    confirmedBy,
    receipt,
    since,
    sections,
    small,
    ...asked
  } = row;
  const changed = { since, sections, small };
  return {
    ...asked,
    isOverdue: id === null && asked.dueDate < today,
    changedSince: changedSinceOf(changed),
    changes: recordedChangesOf(changed),
    confirmed:
      id === null
        ? null
        : {
            id,
            confirmedAt: new Date(confirmedAt!).toISOString(),
            revision: confirmedRevision!,
            ...(confirmedBy === null ? {} : { by: confirmedBy }),
            ...receiptOf(receipt, hasKey),
          },
  };
}

const RecordRow = z.object({ record: z.string(), title: z.string() });

/** A record of the reader's own, as it was written. */
export function findOwnRecord(db: Db, userId: string, id: string): Promise<z.infer<typeof RecordRow> | undefined> {
  return readRow(
    db,
    RecordRow,
    sql`select record, record::jsonb #>> '{item,title}' as title from confirmations where id = ${id} and user_id = ${userId}`,
  );
}
