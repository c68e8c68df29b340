import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { canUndo, formerNames, type FormerName } from '@portico/authoring/filing/formerNames';
import type { CallResult } from '@portico/contracts/endpoint';
import {
  FilingChangeKind,
  MAX_FILING_CHANGES,
  MAX_LISTED_USES,
  type FilingList,
  type FilingName,
  type FilingScope,
  type listFilingUses,
} from '@portico/contracts/studio/filing';
import { Instant, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { currentRuleValue } from '../access/approvalRules.queries.ts';
import { joined, title } from '../studioItems.queries.ts';
import { usedNames } from './usedNames.ts';

const ChangeRow = z.object({
  id: z.int(),
  kind: FilingChangeKind,
  from: z.string(),
  to: z.nullable(z.string()),
  madeAt: Instant,
  madeBy: z.nullable(z.string()),
  undoneAt: z.nullable(Instant),
  undoneBy: z.nullable(z.string()),
  isFinished: z.boolean(),
});
export type StoredChange = z.infer<typeof ChangeRow>;

/** Everything that was done with the names of a scope, in order. */
export function listChanges(db: Kysely<DB>, scope: FilingScope): Promise<StoredChange[]> {
  return readRows(
    db,
    ChangeRow,
    sql`
      select change.id, change.kind, change.from_name as "from", change.to_name as "to", change.made_at as "madeAt",
        (select ${displayName('person')} from users person where person.id = change.made_by) as "madeBy", change.undone_at as "undoneAt",
        (select ${displayName('person')} from users person where person.id = change.undone_by) as "undoneBy",
        change.finished_at is not null as "isFinished"
      from filing_changes change where change.scope = ${scope} order by change.id`,
  );
}

export const versionOf = (changes: readonly StoredChange[]): number =>
  changes.length + changes.filter(({ undoneAt }) => undoneAt !== null).length;

/** The names of a scope that are no longer in use, by key. */
export const formerOf = (
  changes: ReadonlyArray<Pick<StoredChange, 'kind' | 'from' | 'to' | 'undoneAt'>>,
): Map<string, FormerName> => formerNames(changes.filter(({ undoneAt }) => undoneAt === null));

const NameRow = z.object({
  name: z.string(),
  published: z.int(),
  unpublished: z.int(),
  hasRule: z.boolean(),
  people: z.int(),
  isRetired: z.boolean(),
  formerNames: z.array(z.string()),
});

/** Each person with a role for a department, by its current `name`. */
const grantedNames = sql`
  select current_filing_name('department', one->>'department') as name, person.id from users person, jsonb_array_elements(person.studio_grants) one
  where person.disabled_at is null and one->>'department' is not null
  union
  select current_filing_name('department', role.department), role.user_id from studio_roles role join users person on person.id = role.user_id
  where person.disabled_at is null and role.department is not null`;

/**
 * All names of a scope with their uses, by name. Names that nothing has anymore are included while others lead to them.
 */
export function listNames(db: Kysely<DB>, scope: FilingScope): Promise<FilingName[]> {
  const ruleScope = scope === 'category' ? 'label' : scope;
  const granted = scope === 'department' ? grantedNames : sql`select null::text as name, null::uuid as id where false`;
  return readRows(
    db,
    NameRow,
    sql`
      with used as (${usedNames(scope)}),
      current as (select name, current_filing_name(${scope}, name) as current from (select distinct name from used) one),
      counted as (
        select name, count(*) filter (where is_live)::int as published, count(*) filter (where not is_live)::int as unpublished
        from (select current.current as name, used.item_id, bool_or(used.is_live) as is_live
          from used join current using (name) group by 1, 2) item group by name
      ), spelled as (select filing_key(name) as key, min(name) as name from counted group by 1),
      ruled as (
        select distinct coalesce(spelled.name, rule.name) as name
        from (select ${currentRuleValue} as name from studio_approval_rules where scope = ${ruleScope}) rule
        left join spelled on spelled.key = filing_key(rule.name)
      ), granted as (
        select coalesce(spelled.name, given.name) as name, count(distinct given.id)::int as people
        from (${granted}) given left join spelled on spelled.key = filing_key(given.name) group by 1
      )
      select known.name, coalesce(counted.published, 0) as published, coalesce(counted.unpublished, 0) as unpublished,
        ruled.name is not null as "hasRule", coalesce(granted.people, 0) as people,
        exists (select from filing_names former where former.scope = ${scope} and former.former_key = filing_key(known.name)
          and former.current_name is null) as "isRetired",
        array(select former.former_name from filing_names former where former.scope = ${scope} and former.current_name = known.name
          order by former.former_name) as "formerNames"
      from (select name from counted union select name from ruled union select name from granted
        union select coalesce(current_name, former_name) from filing_names where scope = ${scope}) known
        left join counted using (name) left join ruled using (name) left join granted using (name)
      order by lower(known.name), known.name`,
  );
}

/** All names of a scope with what was done with them. */
export async function readFilingList(db: Kysely<DB>, scope: FilingScope): Promise<FilingList> {
  const [names, changes] = [await listNames(db, scope), await listChanges(db, scope)];
  const former = formerOf(changes);
  const isApplying = changes.some(({ isFinished }) => !isFinished);
  return {
    version: versionOf(changes),
    names,
    changes: changes
      .slice(-MAX_FILING_CHANGES)
      .toReversed()
      .map(({ isFinished: _, ...change }) => ({
        ...change,
        mayUndo: !isApplying && change.undoneAt === null && canUndo(change, former),
      })),
    isApplying,
  };
}

const UseRow = z.object({ id: z.uuid(), kind: z.string(), title: z.string(), isLive: z.boolean(), total: z.int() });

/** The items that have a name, or one that leads to it, and the people with a role for the department. */
export async function readUses(
  db: Kysely<DB>,
  scope: FilingScope,
  name: string,
): Promise<CallResult<typeof listFilingUses>> {
  const found = sql`
    with used as (${usedNames(scope)}),
    found as (select item_id, bool_or(is_live) as is_live from used
      where name in (select name from (select distinct name from used) one where current_filing_name(${scope}, name) = ${name})
      group by item_id)`;
  const rows = await readRows(
    db,
    UseRow,
    sql`
      ${found} select item.id, item.kind, ${title} as title, found.is_live as "isLive", (count(*) over ())::int as total
      from ${joined} join found on found.item_id = item.id order by lower(${title}), item.id limit ${MAX_LISTED_USES}`,
  );
  const people =
    scope === 'category'
      ? []
      : await readRows(
          db,
          z.object({ name: z.string() }),
          sql`
            select coalesce(${displayName('person')}, person.email, '') as name
            from (${grantedNames}) given join users person on person.id = given.id
            where filing_key(given.name) = filing_key(${name}) order by lower(coalesce(${displayName('person')}, '')), person.id
            limit ${MAX_LISTED_USES}`,
        );
  return {
    items: rows.map(({ total: _, ...item }) => item),
    total: rows[0]?.total ?? 0,
    people: people.map((person) => person.name),
  };
}
