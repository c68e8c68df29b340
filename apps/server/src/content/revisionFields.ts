import type { TreeName } from '@portico/contracts/studio/draft';
import type { fieldsOf, ItemKind } from '@portico/kinds/items';

/** What a response can take from revisions of an item and its related items: the same for all who see them. */
export type RevisionField<Kind extends ItemKind> =
  | 'id'
  | 'revisionId'
  | 'related'
  | 'creatorInfo'
  | TreeName
  | Exclude<keyof (typeof fieldsOf)[Kind], 'audience' | 'audienceRule'>;

/** An item, or nothing that can be satisfied if one of its fields, or of its related items, is not of a revision. */
export type RevisionFields<Kind extends ItemKind, Item> = Item extends { related: Array<infer Related> }
  ? [Exclude<keyof Item | keyof Related, RevisionField<Kind>>] extends [never]
    ? Item
    : { notOfARevision: Exclude<keyof Item | keyof Related, RevisionField<Kind>> }
  : never;
