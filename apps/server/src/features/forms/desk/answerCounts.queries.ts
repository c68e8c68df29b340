import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { countDeskAnswers } from '@portico/contracts/studio/formsDesk';
import type { Form } from '@portico/kinds/formFields';
import type { Db } from '../../../db/pool.ts';
import { readRowOrThrow, storedJson } from '../../../db/rows.ts';
import { optionsOf, questionsOf } from '../entriesTable.ts';
import { filtersOf, type DeskReader } from './deskEntries.queries.ts';

const COUNTED = ['DropDownList', 'SingleChoice', 'MultiChoice', 'Checkbox'];
const checkboxOptions = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const CountsRow = z.object({
  versions: z.array(storedJson<Form>()),
  total: z.int(),
  /** `value` is null in the row that counts entries with any answer. */
  counts: z.array(z.object({ alias: z.string(), value: z.nullable(z.string()), entries: z.int() })),
});

/** How often each choice was given in the entries that match, or undefined for an unknown form. */
export async function countAnswers(
  db: Db,
  formId: string,
  query: Received<typeof countDeskAnswers>['query'],
  reader: DeskReader,
): Promise<CallResult<typeof countDeskAnswers> | undefined> {
  const row = await readRowOrThrow(
    db,
    CountsRow,
    sql`
      with matching as (
        select entry.values from form_entries entry join users person on person.id = entry.user_id where ${filtersOf(formId, query, reader)}
      ), choices as (
        select distinct field ->> 'alias' as alias from form_versions made, jsonb_array_elements(made.definition -> 'fields') field
        where made.form_id = ${formId} and field ->> 'type' = any (${COUNTED}::text[])
      ), given as (
        select choices.alias, matching.values -> choices.alias as answer from matching, choices where matching.values ? choices.alias
      ), counted as (
        select alias, null as value, count(*)::int as entries from given group by alias
        union all
        select alias, one.value, count(*)::int from given cross join lateral jsonb_array_elements_text(
          case when jsonb_typeof(answer) = 'array' then answer else jsonb_build_array(answer) end) one (value) group by alias, one.value
      )
      select (select coalesce(json_agg(definition order by version desc), '[]') from form_versions where form_id = ${formId}) as versions,
        (select count(*)::int from matching) as total,
        (select coalesce(json_agg(counted), '[]') from counted) as counts`,
  );
  const [newest] = row.versions;
  if (!newest) return undefined;
  const countOf = (alias: string, value: string | null): number =>
    row.counts.find((count) => count.alias === alias && count.value === value)?.entries ?? 0;
  return {
    title: newest.title,
    total: row.total,
    items: questionsOf(row.versions)
      .filter(({ versions: [field] }) => COUNTED.includes(field!.type))
      .map(({ alias, label, versions }) => {
        const options = versions[0]!.type === 'Checkbox' ? checkboxOptions : optionsOf(versions);
        const counted = options.map((option) => ({ ...option, entries: countOf(alias, option.value) }));
        return { alias, label, answered: countOf(alias, null), options: counted };
      }),
  };
}
