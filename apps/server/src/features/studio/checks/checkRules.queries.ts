import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { defaultLevel, type CheckSettings } from '@portico/authoring/checks/checkDraft';
import { linksOfDraft } from '@portico/authoring/checks/linksOf';
import { uploadsIn } from '@portico/authoring/uploadsIn';
import type { ItemContent } from '@portico/contracts/studio/draft';
import { chosenChecks, CheckLevel, MAX_CHECKED_LINKS, type CheckRule } from '@portico/contracts/studio/studioChecks';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { listUnlicensed } from '../../../media/library/unlicensed.ts';
import { findDeadLinks, type LinkFacts } from '../links/deadLinks.queries.ts';

const RuleRow = z.object({ check: z.string(), level: CheckLevel });

/** Every check with its level. Rules for checks of other versions are ignored. */
export async function listRules(db: Kysely<DB>): Promise<CheckRule[]> {
  const rows = await readRows(db, RuleRow, sql`select check_name as "check", level from studio_check_rules`);
  const levels = new Map(rows.map(({ check, level }) => [check, level]));
  return chosenChecks.map((check) => ({ check, level: levels.get(check) ?? defaultLevel(check) }));
}

export function saveRules(db: Db, rules: CheckRule[], by: { id: string; now: Date }): Promise<CheckRule[]> {
  return db.transaction().execute(async (trx) => {
    const before = new Map((await listRules(trx)).map(({ check, level }) => [check, level]));
    const levels = new Map(rules.map(({ check, level }) => [check, level]));
    const changed = [...levels].filter(([check, level]) => before.get(check) !== level);
    for (const [check, level] of changed.sort(([a], [b]) => (a < b ? -1 : 1))) {
      const values = { level, changed_at: by.now.toISOString(), changed_by: by.id };
      if (level === 'Off') await trx.deleteFrom('studio_check_rules').where('check_name', '=', check).execute();
      else
        await trx
          .insertInto('studio_check_rules')
          .values({ check_name: check, ...values })
          .onConflict((conflict) => conflict.column('check_name').doUpdateSet(values))
          .execute();
    }
    if (changed.length > 0)
      await audit(trx, {
        actorId: by.id,
        action: 'studio.checks-changed',
        objectKind: 'settings',
        objectId: 'studio-checks',
        details: Object.fromEntries(changed),
      });
    return listRules(trx);
  });
}

/** The settings that decide over a draft, besides its content. */
export async function checkSettingsFor(db: Kysely<DB>, draft: ItemContent, facts: LinkFacts): Promise<CheckSettings> {
  const rules = await listRules(db);
  const isLicenseChecked = rules.some(({ check, level }) => check === 'NoLicense' && level !== 'Off');
  const { dead } = await findDeadLinks(db, linksOfDraft(draft).slice(0, MAX_CHECKED_LINKS), facts);
  return {
    levels: Object.fromEntries(rules.map(({ check, level }) => [check, level])),
    deadLinks: new Set(dead.map(({ href }) => href)),
    unlicensed: new Set(isLicenseChecked ? await listUnlicensed(db, uploadsIn(draft)) : []),
  };
}
