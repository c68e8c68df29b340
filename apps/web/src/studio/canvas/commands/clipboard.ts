import { copyComponent } from '@portico/authoring/copyComponent';
import type { ContentComponent } from '@portico/kinds/content';
import { DraftTree } from '@portico/contracts/studio/draft';
import { excerpt } from '../../excerpt.ts';

/** The clipboard text for components without text, so that another tab or item can recognize them. */
const MARK = 'portico-components:';
const STORAGE_KEY = 'portico.studio.clipboard';

/**
 * Copies components to the clipboard: as plain text for other programs, and complete for tabs of this browser. The text
 * contains no component data, because any program that reads the clipboard would show it.
 */
export function copyToClipboard(components: ContentComponent[]): void {
  const texts = components
    .map(excerpt)
    .filter((text) => text !== '')
    .join('\n\n');
  const text = texts === '' ? MARK : texts;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ text, components }));
  } catch {
    // Storage is full or disabled; the text still goes to the clipboard.
  }
  void navigator.clipboard?.writeText(text).catch(() => undefined);
}

/** Copies of the components last copied in this browser, if the clipboard still holds their text. */
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
