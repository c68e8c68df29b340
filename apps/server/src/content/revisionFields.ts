import type { ContentKind, detailsOf } from './details.ts';
import type { ContentDraft } from './publication.ts';

/** What a response can take from revisions of an item and its related items: the same for all who see them. */
export type RevisionField<Kind extends ContentKind> =
  | 'id'
  | 'related'
  | Exclude<keyof ContentDraft, 'audience' | 'audienceRule' | 'details'>
  | keyof (typeof detailsOf)[Kind]['shape'];

/** An item, or nothing that can be satisfied if one of its fields, or of its related items, is not of a revision. */
export type RevisionFields<Kind extends ContentKind, Item> = Item extends { related: Array<infer Related> }
  ? [Exclude<keyof Item | keyof Related, RevisionField<Kind>>] extends [never]
    ? Item
    : { notOfARevision: Exclude<keyof Item | keyof Related, RevisionField<Kind>> }
  : never;
