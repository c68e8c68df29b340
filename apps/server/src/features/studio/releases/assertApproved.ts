import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { needsApproval, type RuledVersion } from '@portico/authoring/needsApproval';
import type { StudioKind } from '@portico/contracts/studio/draft';
import type { ApprovalRule } from '@portico/contracts/studio/roles';
import { currentRuleValue } from '../access/approvalRules.queries.ts';
import { CannotGoLive } from '../../../content/goLive.ts';
import { readRows, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';

const Row = z.object({
  itemId: z.uuid(),
  kind: z.custom<StudioKind>(),
  versions: storedJson<RuledVersion[]>(),
  rules: storedJson<ApprovalRule[]>(),
});

/**
 * Scheduled versions were allowed by the rules of their time, but the current rules decide whether they go live. Throws
 * CannotGoLive for versions that need an approval and have none.
 */
export async function assertApproved(db: Kysely<DB>, itemIds: string[]): Promise<void> {
  const rows = await readRows(
    db,
    Row,
    sql`
      select item.id as "itemId", item.kind,
        (select jsonb_agg(jsonb_build_object('department', rev.details->>'department', 'authorDepartment', rev.author_department,
            'categories', rev.categories))
          from content_revisions rev where rev.id in (waiting.revision_id, item.published_revision_id)) as versions,
        (select coalesce(jsonb_agg(jsonb_build_object('scope', scope, 'value', ${currentRuleValue})), '[]') from studio_approval_rules) as rules
      from content_waiting waiting join content_items item on item.id = waiting.item_id
      where item.id = any (${itemIds}::uuid[]) and not waiting.is_approved`,
  );
  const message = 'A newer rule requires approval for it. Unschedule it, get it approved, and schedule it again.';
  const problems = rows
    .filter(({ rules, kind, versions }) => needsApproval(rules, { kind, versions }))
    .map(({ itemId }) => ({ itemId, message }));
  if (problems.length > 0) throw new CannotGoLive(problems);
}
