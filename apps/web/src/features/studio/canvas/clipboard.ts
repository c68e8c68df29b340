import { copyComponent } from '@portico/authoring/copyComponent';
import type { ContentComponent } from '@portico/contracts/content';
import { DraftTree } from '@portico/contracts/studio/draft';
import { excerpt } from './excerpt.ts';

/** Marks our own components in the clipboard's text form, so that another tab or item takes them whole. */
const MARK = 'portico-components:';
const STORAGE_KEY = 'portico.studio.clipboard';

/**
 * Puts components into the clipboard: as words for other programs, and whole for this browser's tabs. The words carry
 * no component data, because every program that reads the clipboard would show it.
 */
export function copyToClipboard(components: ContentComponent[]): void {
  const words = components
    .map(excerpt)
    .filter((text) => text !== '')
    .join('\n\n');
  const text = words === '' ? MARK : words;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ text, components }));
  } catch {
    // Storage is full or turned off; the words still go to the clipboard.
  }
  void navigator.clipboard?.writeText(text).catch(() => undefined);
}

/** Copies of the components that were copied here before, when the clipboard still has their words. */
export function copiedComponents(text: string): ContentComponent[] | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as {
      text: string;
      components: unknown;
    } | null;
    if (stored?.text !== text.replaceAll('\r\n', '\n')) return undefined;
    return DraftTree.safeParse(stored.components).data?.map((component) => copyComponent(component));
  } catch {
    return undefined;
  }
}
