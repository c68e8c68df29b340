import type { ContentFields, ItemContent } from '@portico/contracts/studio/draft';
import { blankOf } from '@portico/kinds/itemFields';
import { fields } from '@portico/kinds/items';

/** The fields of a new item. */
export const blankFields = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, blankOf(field)]),
) as ContentFields;

/** A new item. */
export const blankDraft: ItemContent = {
  fields: blankFields,
  trees: { components: [], preEventData: [], postEventData: [] },
};

/** Content with these fields and components; the rest is as in a new item. */
export const contentWith = (
  fields: Partial<ContentFields>,
  trees: Partial<ItemContent['trees']> = {},
): ItemContent => ({
  fields: { ...blankFields, ...fields },
  trees: { ...blankDraft.trees, ...trees },
});
