import { isForEveryone, isInAudience } from '@portico/authoring/audience';
import type { Audience } from '@portico/kinds/audience';
import type { EntryAudience, HomePin } from '@portico/kinds/items/home/schemas';
import type { Reader } from '../../visibility/visibility.ts';

type Facts = Pick<Reader, 'facts'>;

const isFor = (audience: Audience, { facts }: Facts): boolean =>
  isForEveryone(audience) || (facts !== null && isInAudience(audience, facts));

/** Ids of the callouts and galleries of a home page that are not for the reader. */
export const hiddenEntriesFor = (audiences: readonly EntryAudience[], reader: Facts): string[] =>
  audiences.filter((entry) => !isFor(entry, reader)).map(({ entryId }) => entryId);

/**
 * The items that the home page pins for the reader, in the order of the pins, then the others. `pinned` has what the
 * reader may see of all pinned items.
 */
export function pinnedFirst<Item extends { id: string }>(
  items: readonly Item[],
  pinned: readonly Item[],
  { pins, reader }: { pins: readonly HomePin[]; reader: Facts },
): Item[] {
  const first = pins
    .filter((pin) => isFor(pin, reader))
    .flatMap(({ itemId }) => pinned.filter(({ id }) => id === itemId));
  return [...first, ...items.filter(({ id }) => first.every((pin) => pin.id !== id))];
}
