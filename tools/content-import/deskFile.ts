import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { nameKey } from '@portico/authoring/sameName';
import { NewAbbreviation } from '@portico/contracts/abbreviations';
import { GroupFact } from '@portico/contracts/admin/applications';
import { applicationNames } from '@portico/contracts/applications';
import { ContentPagePath } from '@portico/contracts/pages';
import { MAX_PINNED_ITEMS, MAX_PINNED_TERMS } from '@portico/contracts/pinnedAnswers';
import { MAX_TERM_LENGTH } from '@portico/contracts/search';
import { FilingScope } from '@portico/contracts/studio/filing';
import { MAX_DAYS_TO_DO, MAX_FORM_CAPACITY } from '@portico/contracts/studio/formsDesk';
import { AccessLevel } from '@portico/contracts/users';
import { MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { audit } from '@portico/server/db/audit';
import type { Db } from '@portico/server/db/pool';
import { JsonInstant, readRowOrThrow } from '@portico/server/db/rows';
import type { DB } from '@portico/server/db/schema.generated';
import { announce, EVERYBODY } from '@portico/server/push/announce';
import { normalizeWords } from '@portico/server/search/index/tokens';
import { httpUrl } from '@portico/server/settings/settingParsers';
import type { ImportReport } from './report.ts';

const Name = z.string().check(z.minLength(1), z.maxLength(MAX_DEPARTMENT));
const Application = z.enum(applicationNames);
const hasWords = (text: string): boolean => normalizeWords(text) !== '';
/** As the setting stores it; undefined for one that it refuses. */
function launchAddress(address: string): string | undefined {
  try {
    return httpUrl(address);
  } catch {
    return undefined;
  }
}

const schemas = {
  /** A former address of a page, and the page's id. */
  redirects: z.strictObject({ from: ContentPagePath, item: z.uuid() }),
  abbreviations: z
    .strictObject(NewAbbreviation.shape)
    .check(
      z.refine(
        ({ abbreviation, meaning }) => hasWords(abbreviation) && hasWords(meaning),
        'It needs letters or digits',
      ),
    ),
  /** What search shows first for terms: items by id. */
  pinnedAnswers: z.strictObject({
    id: z.uuid(),
    terms: z
      .array(z.string().check(z.maxLength(MAX_TERM_LENGTH), z.refine(hasWords, 'It needs letters or digits')))
      .check(z.minLength(1), z.maxLength(MAX_PINNED_TERMS)),
    items: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_PINNED_ITEMS)),
  }),
  /** A name of a category or department that leads to another one; null for a retired name. */
  formerNames: z.strictObject({ scope: FilingScope, name: Name, current: z.nullable(Name) }),
  applications: z.strictObject({
    application: Application,
    address: z.string().check(
      z.maxLength(2000),
      z.overwrite((address) => launchAddress(address) ?? address),
      z.refine((address) => launchAddress(address) !== undefined, 'Not an http or https address'),
    ),
  }),
  applicationGroups: z.strictObject({ application: Application, group: GroupFact, access: AccessLevel }),
  formLimits: z.strictObject({
    form: z.uuid(),
    closesAt: z.nullable(z.iso.datetime()),
    capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_FORM_CAPACITY))),
    isOnce: z.boolean(),
    daysToDo: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_DAYS_TO_DO))),
  }),
};
type Section = keyof typeof schemas;
type Entry<Name extends Section> = z.infer<(typeof schemas)[Name]>;
type Entries = { [Name in Section]?: Array<Entry<Name>> | undefined };

/**
 * `desk.json`: what the firm sets beside its items. An import adds and changes entries. It removes none but
 * abbreviations, of which the file lists all.
 */
export const DeskFile: z.ZodMiniType<Entries> = z.strictObject(
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, z.optional(z.array(schema))])),
) as unknown as z.ZodMiniType<Entries>;
export type DeskFile = Entries;

/** How an entry is identified. */
const keys: { [Name in Section]: (entry: Entry<Name>) => string } = {
  redirects: ({ from }) => from,
  abbreviations: ({ abbreviation }) => normalizeWords(abbreviation),
  pinnedAnswers: ({ id }) => id,
  formerNames: ({ scope, name }) => `${scope} ${nameKey(name)}`,
  applications: ({ application }) => application,
  applicationGroups: ({ application, group }) => `${application} ${group}`,
  formLimits: ({ form }) => form,
};

const DeskRow = z.object({
  redirects: z.array(schemas.redirects),
  abbreviations: z.array(z.strictObject(NewAbbreviation.shape)),
  pinnedAnswers: z.array(schemas.pinnedAnswers),
  formerNames: z.array(schemas.formerNames),
  applications: z.array(z.strictObject({ application: z.string(), address: z.string() })),
  applicationGroups: z.array(z.strictObject({ application: z.string(), group: z.string(), access: AccessLevel })),
  formLimits: z.array(z.extend(schemas.formLimits, { closesAt: z.nullable(JsonInstant) })),
});

const listOf = (entry: ReturnType<typeof sql>, from: ReturnType<typeof sql>, key: ReturnType<typeof sql>) =>
  sql`(select coalesce(json_agg(json_build_object(${entry}) order by ${key}), '[]') from ${from})`;

/** Everything that `desk.json` can have, in an order that depends on nothing else. */
export async function readDesk(db: Kysely<DB>): Promise<Required<DeskFile>> {
  const { formLimits, ...row } = await readRowOrThrow(
    db,
    DeskRow,
    sql`select
      ${listOf(sql`'from', from_path, 'item', item_id`, sql`content_redirects`, sql`from_path collate "C"`)} as redirects,
      ${listOf(sql`'abbreviation', abbreviation, 'meaning', meaning`, sql`search_abbreviations`, sql`abbreviation_words collate "C"`)} as abbreviations,
      ${listOf(sql`'id', id, 'terms', terms, 'items', item_ids`, sql`pinned_answers`, sql`id`)} as "pinnedAnswers",
      ${listOf(sql`'scope', scope, 'name', former_name, 'current', current_name`, sql`filing_names`, sql`scope collate "C", former_key collate "C"`)} as "formerNames",
      ${listOf(sql`'application', application, 'address', address`, sql`application_addresses`, sql`application collate "C"`)} as applications,
      ${listOf(sql`'application', application, 'group', fact, 'access', access_level`, sql`application_groups`, sql`application collate "C", fact collate "C"`)} as "applicationGroups",
      ${listOf(sql`'form', form_id, 'closesAt', closes_at, 'capacity', capacity, 'isOnce', is_once, 'daysToDo', days_to_do`, sql`form_limits`, sql`form_id`)} as "formLimits"`,
  );
  return {
    ...row,
    formLimits: formLimits.map(({ form, closesAt, ...limits }) => ({
      form,
      closesAt: closesAt && new Date(closesAt).toISOString(),
      ...limits,
    })),
  } as Required<DeskFile>;
}

interface Saving {
  trx: Transaction<DB>;
  now: Date;
}
/** Writes an entry over `before`, the stored one with the same key. Returns why it can't be stored. */
type Save<Name extends Section> = (
  entry: Entry<Name>,
  before: Entry<Name> | undefined,
  saving: Saving,
) => Promise<string | undefined | void>;

const saves: { [Name in Section]: Save<Name> } = {
  async redirects({ from, item }, _, { trx, now }) {
    const pages = await trx
      .selectFrom('content_items')
      .select(['id', 'path'])
      .where('kind', '=', 'page')
      .where((is) => is.or([is('id', '=', item), is('path', '=', from)]))
      .execute();
    if (pages.some(({ path }) => path === from)) return `a page has the address ${from}`;
    if (pages.length === 0) return `${item} is not a page of the portal`;
    const values = { item_id: item, created_by: null, created_at: now.toISOString() };
    await trx
      .insertInto('content_redirects')
      .values({ from_path: from, ...values })
      .onConflict((conflict) => conflict.column('from_path').doUpdateSet(values))
      .execute();
  },
  async abbreviations({ abbreviation, meaning }, _, { trx }) {
    const words = { abbreviation_words: normalizeWords(abbreviation), meaning_words: normalizeWords(meaning) };
    await trx
      .insertInto('search_abbreviations')
      .values({ abbreviation, meaning, ...words })
      .onConflict((conflict) =>
        conflict.column('abbreviation_words').doUpdateSet({
          abbreviation,
          meaning,
          meaning_words: words.meaning_words,
          version: sql`search_abbreviations.version + 1`,
        }),
      )
      .execute();
  },
  async pinnedAnswers({ id, terms, items }, before, { trx, now }) {
    const words = terms.map(normalizeWords);
    const taken = await trx
      .selectFrom('pinned_answers')
      .select('id')
      .where('id', '<>', id)
      .where(sql<boolean>`words && ${words}::text[]`)
      .executeTakeFirst();
    if (taken) return 'another pinned answer has one of its terms';
    const values = { terms, words, item_ids: items };
    await trx
      .insertInto('pinned_answers')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    const stored = ({ id: answerId, terms: own, items: itemIds }: Entry<'pinnedAnswers'>) => [
      { id: answerId, terms: own, itemIds },
    ];
    await trx
      .insertInto('pinned_answer_changes')
      .values({
        kind: before ? 'Change' : 'Add',
        before: JSON.stringify(before ? stored(before) : []),
        after: JSON.stringify(stored({ id, terms, items })),
        made_at: now,
      })
      .execute();
  },
  async formerNames({ scope, name, current }, _, { trx }) {
    const values = { former_name: name, current_name: current };
    await trx
      .insertInto('filing_names')
      .values({ scope, former_key: nameKey(name), ...values })
      .onConflict((conflict) => conflict.columns(['scope', 'former_key']).doUpdateSet(values))
      .execute();
  },
  async applications({ application, address }, before, { trx, now }) {
    await trx
      .insertInto('application_changes')
      .values({
        application,
        kind: 'Address',
        former_value: before?.address ?? null,
        new_value: address,
        made_at: now,
      })
      .execute();
    await trx
      .insertInto('application_addresses')
      .values({ application, address })
      .onConflict((conflict) => conflict.column('application').doUpdateSet({ address }))
      .execute();
    await announce(trx, 'users', EVERYBODY);
  },
  async applicationGroups({ application, group, access }, before, { trx, now }) {
    await trx
      .insertInto('application_changes')
      .values({
        application,
        kind: 'Group',
        fact: group,
        former_value: before?.access ?? null,
        new_value: access,
        made_at: now,
      })
      .execute();
    await trx
      .insertInto('application_groups')
      .values({ application, fact: group, access_level: access })
      .onConflict((conflict) => conflict.columns(['application', 'fact']).doUpdateSet({ access_level: access }))
      .execute();
    await announce(trx, 'users', EVERYBODY);
  },
  async formLimits({ form, closesAt, capacity, isOnce, daysToDo }, _, { trx }) {
    const values = { closes_at: closesAt, capacity, is_once: isOnce, days_to_do: daysToDo };
    await trx
      .insertInto('form_limits')
      .values({ form_id: form, ...values })
      .onConflict((conflict) =>
        conflict.column('form_id').doUpdateSet({ ...values, version: sql`form_limits.version + 1` }),
      )
      .execute();
  },
};

/** What the report calls the entries of a section. */
const words: Record<Section, string> = {
  redirects: 'redirects',
  abbreviations: 'abbreviations',
  pinnedAnswers: 'pinned answers',
  formerNames: 'former names',
  applications: 'application addresses',
  applicationGroups: 'application access of groups',
  formLimits: 'limits of forms',
};

/** Adds and changes what the file has, each section in one transaction with an entry in the audit log. */
export async function storeDesk(db: Db, desk: DeskFile, report: ImportReport, now: Date): Promise<void> {
  for (const name of Object.keys(schemas) as Section[]) await storeSection(db, name, desk, { report, now });
}

async function storeSection<Name extends Section>(
  db: Db,
  name: Name,
  desk: DeskFile,
  { report, now }: { report: ImportReport; now: Date },
): Promise<void> {
  const entries = desk[name] as Array<Entry<Name>> | undefined;
  if (entries === undefined) return;
  await db.transaction().execute(async (trx) => {
    // Editors wait, and see what was imported.
    await sql`lock table content_redirects, search_abbreviations, pinned_answer_changes, filing_names, application_changes, form_limits
      in share row exclusive mode`.execute(trx);
    const keyOf = keys[name] as (entry: Entry<Name>) => string;
    const stored = new Map((await readDesk(trx))[name]!.map((entry) => [keyOf(entry as Entry<Name>), entry]));
    let changed = 0;
    for (const entry of entries) {
      const key = keyOf(entry);
      const before = stored.get(key) as Entry<Name> | undefined;
      if (before && isDeepStrictEqual(comparable(before), comparable(entry))) {
        report.count(words[name], 'unchanged');
        continue;
      }
      const reason = await (saves[name] as Save<Name>)(entry, before, { trx, now });
      if (typeof reason === 'string') {
        report.reject({ file: 'desk.json', id: key, reason });
        continue;
      }
      stored.set(key, entry as never);
      changed += 1;
      report.count(words[name], before ? 'updated' : 'added');
    }
    const removed = name === 'abbreviations' ? await removeOthers(trx, new Set(entries.map(keyOf)), report) : 0;
    changed += removed;
    if (changed > 0) await audit(trx, { action: 'desk.imported', details: { what: words[name], entries: changed } });
  });
}

/** A new portal has abbreviations of its own, so the file lists all that there should be. */
async function removeOthers(trx: Transaction<DB>, kept: ReadonlySet<string>, report: ImportReport): Promise<number> {
  const others = await trx
    .deleteFrom('search_abbreviations')
    .where(sql<boolean>`abbreviation_words <> all(${[...kept]}::text[])`)
    .returning('abbreviation')
    .execute();
  for (const { abbreviation } of others)
    report.note({
      file: 'desk.json',
      id: abbreviation,
      reason: 'the abbreviation was removed, because it is not in the file',
    });
  return others.length;
}

const comparable = (entry: object): unknown => JSON.parse(JSON.stringify(entry)) as unknown;
