import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { allowedActions, refusalOf, type Actor, type ItemStanding } from '@portico/authoring/mayDo';
import { departmentOf, needsApproval } from '@portico/authoring/needsApproval';
import type { StudioReview } from '@portico/contracts/studio/reviews';
import type { ApprovalRule, ItemAction } from '@portico/contracts/studio/roles';
import { readRow, readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found } from '../../errors.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { currentRuleValue } from './access/approvalRules.queries.ts';
import { assertMayDo, type StudioActor } from './access/actor.ts';
import { readDraftFields, type StoredDraft } from './draftStore.queries.ts';

/** What determines who may do what with an item, besides its draft. See `standingColumns`. */
export const standingShape = {
  isLive: z.boolean(),
  liveDepartment: z.nullable(z.string()),
  liveAuthorDepartment: z.nullable(z.string()),
  hasWaitingRevision: z.boolean(),
  shown: z.nullable(storedJson<{ department: string | null; authorDepartment: string | null; categories: string[] }>()),
  authors: z.array(z.string()),
  rules: storedJson<ApprovalRule[]>(),
  openReview: z.nullable(storedJson<OpenReview>()),
};
const StandingRow = z.object({ itemId: z.uuid(), ...standingShape });

interface OpenReview {
  state: 'Requested' | 'Approved';
  purpose: StudioReview['purpose'];
  requestedBy: string | null;
  sequence: number | null;
  version: number | null;
}

/** Columns of `standingShape` from a row of `content_items` called `item`. `shown` is what readers see, or last saw. */
export const standingColumns = sql`item.published_revision_id is not null as "isLive", item.department as "liveDepartment",
    item.author_department as "liveAuthorDepartment",
    item.published_revision_id is not null and item.draft_revision_id is not null as "hasWaitingRevision",
    (select jsonb_build_object('department', rev.details->>'department', 'authorDepartment', rev.author_department,
        'categories', rev.categories)
      from content_revisions rev where rev.item_id = item.id and rev.first_published_at is not null
      order by rev.id = item.published_revision_id desc nulls last, rev.number desc limit 1) as shown,
    array(select user_id::text from studio_authors where item_id = item.id) as authors,
    (select coalesce(jsonb_agg(jsonb_build_object('scope', scope, 'value', ${currentRuleValue})), '[]') from studio_approval_rules) as rules,
    (select jsonb_build_object('state', state, 'purpose', purpose, 'requestedBy', requested_by,
        'sequence', sequence, 'version', version)
      from studio_reviews where item_id = item.id and state in ('Requested', 'Approved')) as "openReview"`;

/** Everything that determines who may do what with each of these items. */
export async function readStandings(
  db: Kysely<DB>,
  drafts: readonly StoredDraft[],
): Promise<Map<string, ItemStanding>> {
  const rows = await readRows(
    db,
    StandingRow,
    sql`select item.id as "itemId", ${standingColumns}
      from content_items item where item.id = any(${drafts.map(({ itemId }) => itemId)}::uuid[])`,
  );
  const stored = new Map(drafts.map((draft) => [draft.itemId, draft]));
  return new Map(rows.map((row) => [row.itemId, standingOf(row, stored.get(row.itemId)!)]));
}

/** The same for one item. */
async function readStanding(db: Kysely<DB>, storedDraft: StoredDraft): Promise<ItemStanding> {
  return found((await readStandings(db, [storedDraft])).get(storedDraft.itemId), 'item');
}

export type StandingFacts = Omit<z.infer<typeof StandingRow>, 'itemId'>;

export function standingOf(row: StandingFacts, storedDraft: StoredDraft): ItemStanding {
  const { isLive, openReview: review, shown, rules, authors } = row;
  const { kind, draft } = storedDraft;
  const department = departmentOf(kind, draft.fields);
  const live = departmentOf(kind, { department: row.liveDepartment, authorDepartment: row.liveAuthorDepartment });
  // An approval counts only for exactly what the approver saw.
  const isCurrent =
    review?.state === 'Requested' ||
    (review?.sequence === storedDraft.sequence && review.version === storedDraft.version);
  return {
    isLive,
    hasChanges: storedDraft.isChanged || row.hasWaitingRevision,
    departments: isLive ? [...new Set([department, live])] : [department],
    needsApproval: needsApproval(rules, { kind, versions: [draft.fields, ...(shown ? [shown] : [])] }),
    review: review && isCurrent ? review : null,
    authors,
  };
}

/** The item's standing, after checking that the action is allowed. Throws like `assertMayDo`. */
export async function assertAllowed(
  db: Kysely<DB>,
  storedDraft: StoredDraft,
  actor: Actor,
  action: ItemAction,
): Promise<ItemStanding> {
  const standing = await readStanding(db, storedDraft);
  assertMayDo(actor, action, standing);
  return standing;
}

/** The latest review of an item, as JSON. */
export const latestReview = sql`(select jsonb_build_object('state', review.state, 'purpose', review.purpose, 'note', review.note,
    'dueOn', review.due_on, 'requestedAt', review.requested_at, 'decidedAt', review.decided_at, 'comment', review.comment,
    'requestedBy', (select ${displayName('person')} from users person where person.id = review.requested_by),
    'decidedBy', (select ${displayName('person')} from users person where person.id = review.decided_by))
  from studio_reviews review where review.item_id = item.id order by review.id desc limit 1) as "latestReview"`;
export const LatestReview = z.nullable(storedJson<StudioReview>());

/** The information about an item's approval for someone who has it open. */
export async function describeStanding(
  db: Kysely<DB>,
  storedDraft: StoredDraft,
  standing: ItemStanding,
  actor: StudioActor,
): Promise<DescribedStanding> {
  const row = await readRow(
    db,
    z.object({ latestReview: LatestReview }),
    sql`select ${latestReview} from content_items item where item.id = ${storedDraft.itemId}`,
  );
  return describedStanding(row?.latestReview ?? null, standing, actor);
}

interface DescribedStanding {
  needsApproval: boolean;
  review: StudioReview | null;
  allowed: ItemAction[];
}

/** The same about the latest review as stored. */
export function describedStanding(
  latest: StudioReview | null,
  standing: ItemStanding,
  actor: StudioActor,
): DescribedStanding {
  const isOutdated = latest?.state === 'Approved' && standing.review === null;
  const inUtc = (instant: string) => new Date(instant).toISOString();
  return {
    needsApproval: standing.needsApproval,
    review: latest && {
      ...latest,
      requestedAt: inUtc(latest.requestedAt),
      decidedAt: latest.decidedAt && inUtc(latest.decidedAt),
      ...(isOutdated ? { state: 'Voided' as const } : {}),
    },
    allowed: allowedActions(actor, standing),
  };
}

/** Standings by item id. */
export async function standingsOf(db: Kysely<DB>, itemIds: string[]): Promise<Map<string, ItemStanding>> {
  return readStandings(db, await readDraftFields(db, itemIds));
}

/**
 * Throws unless the person may decide when these items go live: anyone who may publish them, regardless of approvals,
 * because scheduled versions are already approved. Throws `not_found` or `forbidden`.
 */
export async function assertMaySchedule(db: Kysely<DB>, itemIds: string[], actor: StudioActor): Promise<void> {
  for (const standing of (await standingsOf(db, itemIds)).values()) {
    const refusal = refusalOf(actor, 'publish', standing);
    if (refusal !== undefined && refusal !== 'approval') assertMayDo(actor, 'publish', standing);
  }
}

/** The ids of the items that the person may open. */
export async function openable(db: Kysely<DB>, itemIds: string[], actor: StudioActor): Promise<Set<string>> {
  const standings = await standingsOf(db, itemIds);
  return new Set(itemIds.filter((id) => standings.has(id) && !refusalOf(actor, 'open', standings.get(id)!)));
}
