import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { CategoryCount } from '@portico/contracts/categories';
import type { FilingScope } from '@portico/contracts/studio/filing';
import type { Db } from '../db/pool.ts';
import { readRows } from '../db/rows.ts';
import { visibleTo, type Reader } from '../visibility/visibility.ts';

const FormerNames = z.object({ formerNames: z.nullable(z.array(z.string())) });

/**
 * What items are filed under, by name. `used` is a statement that returns each `name` with the columns of `Row`; `sums`
 * adds them up, because items have a former name for a moment after it was changed. Source: decisions/0342.
 */
export async function listFiledCounts<Row extends z.ZodMiniObject>(
  db: Db,
  Row: Row,
  { scope, used, sums }: { scope: FilingScope; used: RawBuilder<unknown>; sums: RawBuilder<unknown> },
): Promise<Array<z.infer<Row> & { formerNames?: string[] }>> {
  const rows = await readRows(
    db,
    Row,
    sql`
      select filed.*, (select array_agg(former_name order by former_name) from filing_names
        where scope = ${scope} and current_name = filed.name) as "formerNames"
      from (
        select current_filing_name(${scope}, used.name) as name, ${sums} from (${used}) used group by 1
      ) filed order by lower(filed.name), filed.name`,
    FormerNames,
  );
  return rows.map(({ formerNames, ...row }) => (formerNames ? { ...row, formerNames } : row) as z.infer<Row>);
}

/** Literals, so that every plan can use the indexes for a single kind. */
const isKind = { news: sql`item.kind = 'news'`, event: sql`item.kind = 'event'` };

const CategoryRow = z.omit(CategoryCount, { formerNames: true });

/** The categories of all items of a kind that the reader may see, by name. */
export function listCategoryCountsOf(db: Db, reader: Reader, kind: 'news' | 'event'): Promise<CategoryCount[]> {
  return listFiledCounts(db, CategoryRow, {
    scope: 'category',
    used: sql`
      select category as name, count(*) as count from content_items item, unnest(item.categories) category
      where ${isKind[kind]} and ${visibleTo(reader)} group by category`,
    sums: sql`sum(used.count)::int as count`,
  });
}
