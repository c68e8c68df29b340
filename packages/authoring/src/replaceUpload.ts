import { fieldChange, type Change, type ItemContent } from '@portico/contracts/studio/draft';
import { shellOf } from '@portico/kinds/content';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { PictureFocus } from '@portico/kinds/media';
import { z } from 'zod/mini';
import { walkDraft } from './tree/find.ts';
import { UsedFile, UsedPicture } from './uploadsIn.ts';

/** The picture or file that takes the place of another one. */
export type Substitute =
  | {
      kind: 'Picture';
      id: string;
      width: number;
      height: number;
      widths: number[];
      /** Proposed; null if nobody has decided, so that each place keeps its text. */
      alt: string | null;
      credit: string;
    }
  | { kind: 'File'; file: StudioFile };

export interface Replaced {
  changes: Change[];
  /** How often the draft has what is replaced. */
  uses: number;
  /** Alternative texts that stay, because none is proposed for the new picture. */
  keptTexts: number;
  /** Focal points that are dropped, because the new picture has other proportions. */
  droppedFocuses: number;
}

/** Proportions that differ less look the same. */
const SAME_PROPORTIONS = 0.01;

const PlacedPicture = z.extend(UsedPicture, {
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  alt: z.optional(z.string()),
  focus: z.optional(PictureFocus),
});

/**
 * The changes that put another picture or file wherever a draft has this one. A decorative picture stays decorative;
 * elsewhere the text proposed for the new one is used. Source: decisions/0365.
 */
export function replaceUpload(draft: ItemContent, id: string, substitute: Substitute): Replaced {
  const replaced: Replaced = { changes: [], uses: 0, keptTexts: 0, droppedFocuses: 0 };
  const substituted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (substitute.kind === 'Picture') {
      const picture = z.safeParse(PlacedPicture, value).data;
      if (picture?.id.toLowerCase() === id) return substitutedPicture(picture, substitute, replaced);
    } else if (z.safeParse(UsedFile, value).data?.fileId.toLowerCase() === id) {
      replaced.uses += 1;
      return { ...value, ...substitute.file };
    }
    if (Array.isArray(value)) return value.map(substituted);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, substituted(part)]));
  };
  /** The value with the new one; undefined if it doesn’t have the old one. */
  const changed = <Value>(value: Value): Value | undefined => {
    const before = replaced.uses;
    const next = substituted(value) as Value;
    return replaced.uses > before ? next : undefined;
  };
  for (const [name, value] of Object.entries(draft.fields)) {
    const next = changed(value);
    if (next !== undefined) replaced.changes.push(fieldChange(name as keyof ItemContent['fields'], next as never));
  }
  for (const { component } of walkDraft(draft)) {
    const next = changed(shellOf(component));
    if (next !== undefined) replaced.changes.push({ do: 'set', component: next });
  }
  return replaced;
}

function substitutedPicture(
  { focus, credit: _credit, ...picture }: z.infer<typeof PlacedPicture>,
  { kind: _, alt, credit, ...shape }: Extract<Substitute, { kind: 'Picture' }>,
  replaced: Replaced,
): object {
  const former = (picture.width ?? 0) / (picture.height || 1);
  const fits = Math.abs(former / (shape.width / shape.height) - 1) < SAME_PROPORTIONS;
  const isDecorative = picture.alt === '';
  replaced.uses += 1;
  if (alt === null && !isDecorative) replaced.keptTexts += 1;
  if (focus && !fits) replaced.droppedFocuses += 1;
  return {
    ...picture,
    ...shape,
    ...(alt === null || isDecorative ? {} : { alt }),
    ...(credit === '' ? {} : { credit }),
    ...(focus && fits ? { focus } : {}),
  };
}
