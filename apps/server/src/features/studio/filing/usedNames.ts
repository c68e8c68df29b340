import { sql, type RawBuilder } from 'kysely';
import type { FilingScope } from '@portico/contracts/studio/filing';
import { joined } from '../studioItems.queries.ts';

const liveNames: Record<FilingScope, RawBuilder<unknown>> = {
  category: sql`item.categories`,
  department: sql`array[item.department, item.author_department]`,
};
const writtenNames: Record<FilingScope, RawBuilder<unknown>> = {
  category: sql`coalesce(rev.categories, '{}') || array(
    select jsonb_array_elements_text(coalesce(draft.draft #> '{fields,categories}', '[]')))`,
  department: sql`array[rev.details->>'department', rev.author_department, draft.draft #>> '{fields,department}',
    draft.draft #>> '{fields,authorDepartment}']`,
};

/**
 * A statement that returns each `name` that an item has, with its `item_id`, and whether readers see it there
 * (`is_live`) or only editors.
 */
export const usedNames = (scope: FilingScope): RawBuilder<unknown> => sql`
  select filed.name, item.id as item_id, true as is_live from content_items item, unnest(${liveNames[scope]}) filed (name)
  where item.kind <> 'asset' and item.published_revision_id is not null and filed.name <> ''
  union
  select filed.name, item.id, false from ${joined}, unnest(${writtenNames[scope]}) filed (name) where item.kind <> 'asset' and filed.name <> ''`;
