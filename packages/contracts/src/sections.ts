import { z } from 'zod/mini';

/**
 * How a part of an item below one heading differs between two versions. `Changed`: under the same heading. `Reworded`:
 * under another heading, found by its text. `Moved`: only its position. `Split` and `Merged`: the text of one section
 * is in several, or the other way around. Source: decisions/0322.
 */
export const SectionChange = z.enum(['Changed', 'Reworded', 'Moved', 'Added', 'Removed', 'Split', 'Merged']);
export type SectionChange = z.infer<typeof SectionChange>;

/** A section that differs from an earlier version, with its words in both. Lines are separated by line feeds. */
export const SectionDifference = z.object({
  /** Its heading, or the former one if it was removed. */
  heading: z.string(),
  change: SectionChange,
  /** Whether it also has another position. */
  isMoved: z.boolean(),
  /** The headings under which its text was before, if they differ. */
  former: z.array(z.string()),
  before: z.string(),
  after: z.string(),
  /** Its words are only on the page itself, because not everyone who sees the item may see them. */
  isWithheld: z.boolean(),
});
export type SectionDifference = z.infer<typeof SectionDifference>;
