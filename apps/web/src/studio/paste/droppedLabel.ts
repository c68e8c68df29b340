import type { Insertions } from '@portico/authoring/structure';
import { walkComponents, type ContentComponent } from '@portico/kinds/content';
import { showToast } from '@portico/ui/toasts';
import { t, type TextKey } from '../../locale/text.ts';
import { DroppedCount, type Dropped, type DroppedKind } from '@portico/authoring/conversion/dropped';

const labels: Record<DroppedKind, TextKey> = {
  script: 'studio.pasteScript',
  frame: 'studio.pasteFrame',
  form: 'studio.pasteForm',
  media: 'studio.pasteMedia',
  drawing: 'studio.pasteDrawing',
  comment: 'studio.pasteComment',
  picture: 'studio.pastePicture',
  unsafeLink: 'studio.pasteUnsafeLink',
  column: 'studio.pasteColumn',
  row: 'studio.pasteRow',
  component: 'studio.pasteComponent',
  tooDeep: 'studio.pasteTooDeep',
  tooMuch: 'studio.pasteTooMuch',
};

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** What a paste left out, in one sentence; undefined if everything was pasted. */
export function droppedLabel(dropped: readonly Dropped[]): string | undefined {
  if (dropped.length === 0) return undefined;
  return t('studio.pasteLeftOut', { what: list.format(dropped.map(({ what, count }) => t(labels[what], { count }))) });
}

const countOf = (components: ContentComponent[]): number => [...walkComponents(components)].length;

/** Components that could not be inserted, counted together with those inside them. */
export const droppedOf = ({ beyondLimit, tooDeep }: Omit<Insertions, 'changes'>): Dropped[] =>
  [
    { what: 'component' as const, count: countOf(beyondLimit) },
    { what: 'tooDeep' as const, count: countOf(tooDeep) },
  ].filter(({ count }) => count > 0);

/** Shows what was left out. If components are missing, the message offers `undo` for the rest. */
export function reportDropped(dropped: readonly Dropped[], undo?: () => void): void {
  const total = new DroppedCount();
  for (const { what, count } of dropped) total.add(what, count);
  const message = droppedLabel(total.list());
  if (message === undefined) return;
  const isIncomplete = dropped.some(({ what }) => what === 'component' || what === 'tooDeep');
  showToast(message, isIncomplete && undo ? { action: { label: t('studio.undo'), onPress: undo } } : {});
}
