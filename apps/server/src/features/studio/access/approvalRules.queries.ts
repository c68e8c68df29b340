import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { nameKey } from '@portico/authoring/sameName';
import type { ApprovalRule } from '@portico/contracts/studio/roles';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { StudioActor } from './actor.ts';

/** The value of a row of `studio_approval_rules`, with the current name. Source: decisions/0342. */
export const currentRuleValue = sql`case scope when 'label' then current_filing_name('category', value)
  when 'department' then current_filing_name(scope, value) else value end`;

const RuleRow = z.object({ scope: z.string(), value: z.string() });

/** The rules for what needs an approval. */
export async function listRules(db: Kysely<DB>): Promise<ApprovalRule[]> {
  const rows = await readRows(
    db,
    RuleRow,
    sql`
      select scope, value from (select distinct scope, ${currentRuleValue} as value from studio_approval_rules) rule
      order by array_position(array['kind', 'department', 'label'], scope), lower(value)`,
  );
  return rows as ApprovalRule[];
}

const rulesText = (rules: readonly ApprovalRule[]): string =>
  rules.map(({ scope, value }) => `${scope} ${value}`).join(', ');

/** Sets what needs an approval, for everything published from now on. Equivalent names count once. */
export function setRules(db: Db, rules: readonly ApprovalRule[], actor: StudioActor): Promise<ApprovalRule[]> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table studio_approval_rules in exclusive mode`.execute(trx);
    const before = await listRules(trx);
    await trx.deleteFrom('studio_approval_rules').execute();
    const unique = [...new Map(rules.map((rule) => [`${rule.scope} ${nameKey(rule.value)}`, rule])).values()];
    if (unique.length > 0) await trx.insertInto('studio_approval_rules').values(unique).execute();
    const after = await listRules(trx);
    await audit(trx, {
      actorId: actor.id,
      action: 'studio.approval-rules-changed',
      objectKind: 'studio',
      details: { before: rulesText(before), after: rulesText(after) },
    });
    return after;
  });
}
