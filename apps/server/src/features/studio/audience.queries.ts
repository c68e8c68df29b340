import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { conditionsOn, isForEveryone } from '@portico/authoring/audience';
import type { Audience } from '@portico/kinds/audience';
import type { CallResult } from '@portico/contracts/endpoint';
import { foldWords } from '@portico/contracts/foldWords';
import type { ItemContent } from '@portico/contracts/studio/draft';
import {
  MAX_FOUND_PEOPLE,
  MAX_SAMPLE_PEOPLE,
  PersonSummary,
  type ReadersFile,
  type explainToEditor,
  type listAudienceFacts,
} from '@portico/contracts/studio/audience';
import type { Db } from '../../db/pool.ts';
import type { Dependencies } from '../../dependencies.ts';
import { PortalError } from '../../errors.ts';
import { fileKey } from '../../media/files/files.ts';
import { FileScan, holdOf } from '../../media/scanning/fileHold.ts';
import type { ObjectStore } from '../../media/store/objectStore.ts';
import { Bytes, readRow, readRowOrThrow, readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { isPersonFoundBy, personFit } from '../../search/index/names.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { audienceOf, audienceQuery, ruleColumn, storedAudience } from '../../visibility/audienceRules.ts';
import { visibleToPerson } from '../../visibility/visibility.ts';

const name = sql<string>`coalesce(${displayName('person')}, person.email, person.subject)`;
const summary = sql`person.id, ${name} as name, person.email, person.advisor_type as "advisorType"`;

/** Whether a row of `users` called `person` is in the audience. */
const isIncluded = (audience: Audience): RawBuilder<boolean> =>
  sql`coalesce(array_to_tsvector(person.facts) @@ ${audienceQuery(audience)}, true)`;

const CountRow = z.object({
  reached: z.int(),
  total: z.int(),
  reachedByMail: z.int(),
  samples: storedJson<PersonSummary[]>(),
});

/**
 * Counts the people in at least one of the audiences. Everyone who may sign in counts, even before their first sign-in.
 * Ids are random, so the first ones are a fair sample.
 */
export function countPeople(db: Db, ...audiences: Audience[]): Promise<z.infer<typeof CountRow>> {
  const keyOf = ({ audience, audienceRule }: Audience) => JSON.stringify([audience, audienceRule]);
  const distinct = [...new Map(audiences.map((each) => [keyOf(each), each])).values()];
  const isReached = sql.join(distinct.map(isIncluded), sql` or `);
  return readRowOrThrow(
    db,
    CountRow,
    sql`
      with reached as materialized (
        select person.* from users person where person.disabled_at is null and (${isReached})
      )
      select (select count(*)::int from reached) as reached,
        (select count(*)::int from users person where person.disabled_at is null) as total,
        (select count(email) filter (where daily_email)::int from reached) as "reachedByMail",
        (select coalesce(json_agg(sample), '[]') from (
          select ${summary} from reached person order by person.id limit ${MAX_SAMPLE_PEOPLE}) sample) as samples`,
  );
}

const InclusionRow = z.object({ isIncluded: z.boolean(), isDisabled: z.boolean() });

/** Whether an audience includes a person; undefined for an unknown person. */
export const findInclusion = (db: Db, audience: Audience, personId: string) =>
  readRow(
    db,
    InclusionRow,
    sql`select person.disabled_at is null and ${isIncluded(audience)} as "isIncluded", person.disabled_at is not null as "isDisabled"
      from users person where person.id = ${personId}`,
  );

const ReachedRow = z.object({ reached: z.array(z.boolean()) });

/** Whether each of the audiences includes someone who may sign in. Stops at the first person. */
export async function includesSomeone(db: Kysely<DB>, audiences: Audience[]): Promise<boolean[]> {
  const tests = audiences.map(
    (each) => sql`exists (select from users person where person.disabled_at is null and ${isIncluded(each)})`,
  );
  const row = await readRowOrThrow(db, ReachedRow, sql`select array[${sql.join(tests)}]::boolean[] as reached`);
  return row.reached;
}

const FactRow = z.object({ dimension: z.string(), value: z.string(), people: z.int() });

export async function listFacts(db: Db): Promise<CallResult<typeof listAudienceFacts>> {
  const items = await readRows(
    db,
    FactRow,
    sql`
      select split_part(fact, ':', 1) as dimension, substr(fact, position(':' in fact) + 1) as value, count(*)::int as people
      from users person cross join lateral unnest(person.facts) fact
      where person.disabled_at is null and not starts_with(fact, 'person:') and not starts_with(fact, 'advisorType:')
      group by fact order by 1, 2`,
  );
  return { items: items as CallResult<typeof listAudienceFacts>['items'] };
}

/**
 * People with this name or an address that contains the text, those who have it as whole words first, then
 * those whose name starts with it; or people with these ids.
 */
export function findPeopleBy(
  db: Db,
  {
    text = '',
    id,
    withDisabled,
  }: { text?: string | undefined; id?: string[] | undefined; withDisabled?: 'true' | undefined },
): Promise<PersonSummary[]> {
  if (text.trim() === '' && !id) return Promise.resolve([]);
  const isFound = id
    ? sql`person.id = any (${id}::uuid[])`
    : sql`(person.disabled_at is null or ${withDisabled === 'true'}) and ${isPersonFoundBy('person', text)}`;
  const limit = id ? id.length : MAX_FOUND_PEOPLE;
  const beginning = foldWords(text)[0] ?? '';
  return readRows(
    db,
    PersonSummary,
    sql`
      select ${summary} from users person
      where ${isFound}
      order by ${personFit('person', text)}, not starts_with((fold_words(${name}))[1], ${beginning}), lower(${name}), person.id limit ${limit}`,
  );
}

const ExplainedRow = z.object({
  ...PersonSummary.shape,
  sees: z.boolean(),
  isDisabled: z.boolean(),
  facts: z.array(z.string()),
  audience: z.nullable(z.array(z.string())),
  rule: z.nullable(storedJson<Audience>()),
  sha256: z.nullable(Bytes),
  scan: FileScan,
});

/** The item's state and dates from its summary, and the audience from its draft. */
interface ExplainedItem {
  id: string;
  state: CallResult<typeof explainToEditor>['state'];
  publishedAt: string | null;
  expiresAt: string | null;
  fields: Pick<ItemContent['fields'], 'audience' | 'audienceRule' | 'file'>;
}

/** Undefined for an unknown person. */
export async function explain(
  { db, store }: Pick<Dependencies, 'db' | 'store'>,
  item: ExplainedItem,
  personId: string,
  now: Date,
): Promise<CallResult<typeof explainToEditor> | undefined> {
  const row = await readRow(
    db,
    ExplainedRow,
    sql`
      select ${summary}, ${visibleToPerson(now)} as sees, person.disabled_at is not null as "isDisabled", person.facts,
        case when item.published_revision_id is not null then item.audience end as audience, ${ruleColumn('item')} as rule,
        file.sha256, file.scan
      from users person, content_items item
      left join files file on file.id =
        case when item.published_revision_id is not null then item.file_id else ${item.fields.file?.fileId ?? null} end
      where person.id = ${personId} and item.id = ${item.id}`,
  );
  if (!row) return undefined;
  const { sees, isDisabled, facts, audience, rule, sha256, scan, ...person } = row;
  const written = { audience: item.fields.audience, audienceRule: item.fields.audienceRule };
  const decisive = audience === null ? written : audienceOf(audience, rule);
  const isSame = String(storedAudience(written).sort()) === String(storedAudience(decisive).sort());
  return {
    person,
    sees,
    isDisabled,
    state: item.state,
    publishedAt: item.publishedAt,
    expiresAt: item.expiresAt,
    file: sha256 && (await readersFile(store, sha256, scan)),
    isForEveryone: isForEveryone(decisive),
    conditions: conditionsOn(decisive, facts).map(({ values, matched, ...condition }) =>
      condition.dimension === 'person' ? { ...condition, values: [], matched: [] } : { ...condition, values, matched },
    ),
    hasOtherAudience: !isSame,
  };
}

async function readersFile(store: ObjectStore, sha256: Buffer, scan: FileScan): Promise<ReadersFile> {
  const hold = holdOf(scan);
  if (hold) return hold;
  try {
    return (await store.has(fileKey(sha256))) ? 'Served' : 'Missing';
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'unavailable') throw error;
    return 'Unreachable';
  }
}
