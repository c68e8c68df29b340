import { sql } from 'kysely';
import { OpenForm } from '@portico/contracts/forms';
import { itemPath } from '../../content/itemPath.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import { shownForms } from './forms.queries.ts';

/** Each form on a page that the reader may see, by title, with the page that has its newest version. */
export function listOpenFormsOf(db: Db, reader: Reader): Promise<OpenForm[]> {
  return readRows(
    db,
    OpenForm,
    sql`
      select * from (
        select distinct on (shown.form_id) shown.form_id as "formId", made.definition->>'title' as title,
          made.definition->>'description' as description, ${itemPath} as path
        from ${shownForms} join form_versions made on made.form_id = shown.form_id and made.version = shown.version
        where ${visibleTo(reader)} and ${itemPath} is not null
        order by shown.form_id, shown.version desc, item.id
      ) found order by lower(title), "formId"`,
  );
}
