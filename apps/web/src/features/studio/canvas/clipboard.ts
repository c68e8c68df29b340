import { copyComponent } from '@portico/authoring/copyComponent';
import { newComponentId } from '@portico/authoring/newComponent';
import type { ContentComponent } from '@portico/contracts/content';
import { DraftTree } from '@portico/contracts/studio/draft';
import { componentsFromClipboard, type PastedComponents } from '../paste/componentsFromClipboard.ts';
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

/** Components that were copied here before, when the clipboard still has their words. */
function ownComponents(text: string): ContentComponent[] | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as {
      text: string;
      components: unknown;
    } | null;
    if (stored?.text !== text) return undefined;
    return DraftTree.safeParse(stored.components).data;
  } catch {
    return undefined;
  }
}

/** What the clipboard's content becomes: our own components as copies, anything else read and cleaned. */
export function pasted({ html, text = '' }: { html?: string; text?: string }): PastedComponents {
  const own = ownComponents(text.replaceAll('\r\n', '\n'));
  if (own) return { components: own.map((component) => copyComponent(component)), pictures: [], dropped: [] };
  return componentsFromClipboard({ ...(html ? { html } : {}), text }, newComponentId);
}
