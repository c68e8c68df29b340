import { z } from 'zod/mini';
import { MAX_COMPONENTS } from '@portico/kinds/content';
import { endpoint } from '../base/endpoint.ts';
import { SectionDifference } from '../sections.ts';
import { DraftTree } from './draft.ts';

/** The digest of a change, so that an editor marks what they saw. */
const ChangeKey = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What an editor says about each changed section. */
export const SectionMarkInputs = z
  .array(z.object({ key: ChangeKey, isMaterial: z.boolean() }))
  .check(z.minLength(1), z.maxLength(2 * MAX_COMPONENTS));
export type SectionMarkInputs = z.infer<typeof SectionMarkInputs>;

/** A section of the draft that differs from the published version, with its components in both. */
export const DraftSectionChange = z.extend(SectionDifference, {
  key: ChangeKey,
  components: z.object({ before: DraftTree, after: DraftTree }),
});
export type DraftSectionChange = z.infer<typeof DraftSectionChange>;

/** People whose confirmation of the same version counts now, and who see the item. */
export const ConfirmedVersion = z.object({
  people: z.int(),
  /** The changes that ask them again if they are material. */
  keys: z.array(ChangeKey),
  /** Whether any material change asks them again, because an earlier one would do so then. */
  isAskedByAny: z.boolean(),
});
export type ConfirmedVersion = z.infer<typeof ConfirmedVersion>;

/** Nothing while nobody has confirmed the published version or an earlier one. */
export const listSectionChanges = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/sections',
  summary: 'How the sections of the draft differ from the published version, and whom each change would ask again',
  access: 'studio',
  isHidden: true,
  params: z.object({ itemId: z.uuid() }),
  response: z.object({ sections: z.array(DraftSectionChange), confirmed: z.array(ConfirmedVersion) }),
});
