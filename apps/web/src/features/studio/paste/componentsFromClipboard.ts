import { buildComponents } from '@portico/authoring/conversion/buildComponents';
import { DroppedCount, type Dropped } from '@portico/authoring/conversion/dropped';
import { MAX_COMPONENTS, type ContentComponent } from '@portico/kinds/content';
import type { ClipboardText, ReadClipboard } from './pasteReader.ts';

export interface PastedComponents {
  components: ContentComponent[];
  /**
   * Pictures to upload, with their `http(s):`, `data:`, `file:` or `cid:` URL. Their Image components are included but
   * lack `image`; all other components are valid.
   */
  pictures: Array<{ componentId: string; src: string; alt: string }>;
  /** Pasted content that no component can hold. */
  dropped: Dropped[];
}

/**
 * Content pasted from Word, Google Docs, Outlook, Excel, a web page, Markdown or plain text, as components that the
 * contract allows. Nothing is executed or loaded. Bounded in time, size and depth for any clipboard content.
 */
export function componentsFromClipboard(
  clipboard: ClipboardText,
  newId: () => string,
  read: ReadClipboard,
): PastedComponents {
  const losses = new DroppedCount();
  const built = buildComponents(read(clipboard, losses), { losses, maxComponents: MAX_COMPONENTS });
  const components = built.components.map((component): ContentComponent => ({ id: newId(), ...component }));
  const pictures = built.pictures.map(({ index, ...picture }) => ({ componentId: components[index]!.id, ...picture }));
  return { components, pictures, dropped: losses.list() };
}
