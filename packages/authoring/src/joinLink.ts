import type { ContentFields } from '@portico/contracts/studio/draft';
import type { ContentComponent } from '@portico/kinds/content';

/**
 * The join link of a virtual event whose editors did not set one: the first web address in the content that the sign-up
 * card shows to those who attend. Undefined for other events.
 */
export function guessedJoinLink(
  { locationType, registration }: Pick<ContentFields, 'locationType' | 'registration'>,
  trees: Record<'preEventData' | 'postEventData', ContentComponent[]>,
): string | undefined {
  if (locationType !== 'Virtual') return undefined;
  return firstWebLink(registration === null ? trees.preEventData : trees.postEventData);
}

/** The first web address that a tree links to. */
export function firstWebLink(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    if (name === 'href' && typeof part === 'string' && /^https?:\/\//i.test(part)) return part;
    const inside = firstWebLink(part);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
