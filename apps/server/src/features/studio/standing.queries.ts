import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { allowedActions, refusalOf, type Actor, type ItemStanding } from '@portico/authoring/mayDo';
import { departmentOf, needsApproval } from '@portico/authoring/needsApproval';
import type { StudioReview } from '@portico/contracts/studio/reviews';
import type { ApprovalRule, ItemAction } from '@portico/contracts/studio/roles';
import { readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found } from '../../errors.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { currentRuleValue } from './access/approvalRules.queries.ts';
import { assertMayDo, type StudioActor } from './access/actor.ts';
import { readDraftFields, type StoredDraft } from './draftStore.queries.ts';

const StandingRow = z.object({
  itemId: z.uuid(),
  isLive: z.boolean(),
  liveDepartment: z.nullable(z.string()),
  liveAuthorDepartment: z.nullable(z.string()),
  hasWaitingRevision: z.boolean(),
  shown: z.nullable(storedJson<{ department: string | null; authorDepartment: string | null; categories: string[] }>()),
  authors: z.array(z.string()),
  rules: storedJson<ApprovalRule[]>(),
  review: z.nullable(storedJson<OpenReview>()),
});

interface OpenReview {
  state: 'Requested' | 'Approved';
  purpose: StudioReview['purpose'];
  requestedBy: string | null;
  sequence: number | null;
  version: number | null;
}

/**
 * Everything that determines who may do what with each of these items. `shown` is the version that readers see, or last
 * saw.
 */
export async function readStandings(
  db: Kysely<DB>,
  drafts: readonly StoredDraft[],
): Promise<Map<string, ItemStanding>> {
  const rows = await readRows(
    db,
    StandingRow,
    sql`select item.id as "itemId", item.published_revision_id is not null as "isLive", item.department as "liveDepartment",
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
          from studio_reviews where item_id = item.id and state in ('Requested', 'Approved')) as review
      from content_items item where item.id = any(${drafts.map(({ itemId }) => itemId)}::uuid[])`,
  );
  const stored = new Map(drafts.map((draft) => [draft.itemId, draft]));
  return new Map(rows.map((row) => [row.itemId, standingOf(row, stored.get(row.itemId)!)]));
}

/** The same for one item. */
async function readStanding(db: Kysely<DB>, storedDraft: StoredDraft): Promise<ItemStanding> {
  return found((await readStandings(db, [storedDraft])).get(storedDraft.itemId), 'item');
}

function standingOf(row: z.infer<typeof StandingRow>, storedDraft: StoredDraft): ItemStanding {
  const { isLive, review, shown, rules, authors } = row;
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

const ReviewRow = z.object({
  state: z.custom<StudioReview['state']>(),
  purpose: z.custom<StudioReview['purpose']>(),
  note: z.string(),
  dueOn: z.nullable(z.string()),
  requestedBy: z.nullable(z.string()),
  requestedAt: z.iso.datetime(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  comment: z.string(),
});

/** The information about an item's approval for someone who has it open. */
export async function describeStanding(
  db: Kysely<DB>,
  storedDraft: StoredDraft,
  standing: ItemStanding,
  actor: StudioActor,
): Promise<{ needsApproval: boolean; review: StudioReview | null; allowed: ItemAction[] }> {
  const [latest] = await readRows(
    db,
    ReviewRow,
    sql`select review.state, review.purpose, review.note, review.due_on::text as "dueOn", review.requested_at as "requestedAt",
        review.decided_at as "decidedAt", review.comment,
        (select ${displayName('person')} from users person where person.id = review.requested_by) as "requestedBy",
        (select ${displayName('person')} from users person where person.id = review.decided_by) as "decidedBy"
      from studio_reviews review where review.item_id = ${storedDraft.itemId} order by review.id desc limit 1`,
  );
  const isOutdated = latest?.state === 'Approved' && standing.review === null;
  return {
    needsApproval: standing.needsApproval,
    review: latest ? { ...latest, ...(isOutdated ? { state: 'Voided' as const } : {}) } : null,
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
