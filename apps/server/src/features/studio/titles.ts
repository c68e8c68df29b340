import { sql, type RawBuilder } from 'kysely';
import { isNamed, isNameKeys } from '../../search/index/names.ts';

/** Items of which some version or draft has a title like this. Each half reads an index. */
export const itemsTitled = (text: string): RawBuilder<unknown> => sql`
  select item_id from content_revisions where ${isNameKeys(sql`name_keys(fold_words(header))`, text)}
  union all
  select item_id from studio_drafts where ${isNameKeys(sql`name_keys(fold_words(draft #>> '{fields,header}'))`, text)}`;

/**
 * Whether the title contains the text, or each typed word begins a word of the title, however both are accented and
 * punctuated: `Jose` finds José, `OBrien` finds O’Brien. `title` is that of the row `item`.
 */
export const isTitled = (title: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`(position(lower(${text}) in lower(${title})) > 0
    or (item.id in (${itemsTitled(text)}) and ${isNamed(title, text)}))`;
