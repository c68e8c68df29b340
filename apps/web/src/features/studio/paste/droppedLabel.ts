import { t, type TextKey } from '../../../locale/text.ts';
import type { Dropped, DroppedKind } from './dropped.ts';

const labels: Record<DroppedKind, TextKey> = {
  script: 'studio.pasteScript',
  frame: 'studio.pasteFrame',
  form: 'studio.pasteForm',
  media: 'studio.pasteMedia',
  drawing: 'studio.pasteDrawing',
  picture: 'studio.pastePicture',
  unsafeLink: 'studio.pasteUnsafeLink',
  column: 'studio.pasteColumn',
  tooMuch: 'studio.pasteTooMuch',
};

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** What a paste left behind, in one sentence; undefined when everything found a place. */
export function droppedLabel(dropped: readonly Dropped[]): string | undefined {
  if (dropped.length === 0) return undefined;
  return t('studio.pasteLeftOut', { what: list.format(dropped.map(({ what, count }) => t(labels[what], { count }))) });
}
