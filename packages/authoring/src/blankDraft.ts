import type { Draft, DraftFields } from '@portico/contracts/studio/draft';
import { blankOf } from '@portico/kinds/itemFields';
import { fields } from '@portico/kinds/items';

/** The fields of a new item. */
export const blankFields = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, blankOf(field)]),
) as DraftFields;

/** A new item. */
export const blankDraft: Draft = {
  fields: blankFields,
  trees: { components: [], preEventData: [], postEventData: [] },
};
