import { sql, type RawBuilder } from 'kysely';
import { isNamed, itemsTitled } from '../../search/index/names.ts';

/**
 * Whether the title contains the text, or each typed word begins a word of the title, however both are accented and
 * punctuated: `Jose` finds José, `OBrien` finds O’Brien. `title` is that of the row `item`.
 */
export const isTitled = (title: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`(position(lower(${text}) in lower(${title})) > 0
    or (item.id in (${itemsTitled(text)}) and ${isNamed(title, text)}))`;
