import type { ContentMark, StructureNode, TextItem } from './engine.ts';

/** A hyphen that only the layout added. `joinHyphenated` removes it. */
const SOFT_HYPHEN = '\u00ad';

/** At least this many letters at the end of a page's text can still change. */
const KEPT_LENGTH = 1000;

/** Distances as a share of the letters' height. */
const NEW_LINE = 0.5;
const NEW_WORD = 0.15;
/** A shorter step back draws a mark over a letter, as accents and the scripts of India do. */
const STEP_BACK = 1;

/** Letters that TeX and old programs draw over the next one, and the mark that they mean. */
const DRAWN_ACCENTS = new Map([
  ['´', '\u0301'],
  ['`', '\u0300'],
  ['¨', '\u0308'],
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['¸', '\u0327'],
  ['˚', '\u030a'],
  ['ˇ', '\u030c'],
]);

interface Region {
  isHidden: boolean;
  /** The text that replaces what is drawn in this region, or in the one around it. */
  replacement: { text: string; isWritten: boolean; drawn: string } | undefined;
}

/**
 * The words of a page in the order in which they are drawn. pdf.js separates neighbors within a run of text, but not
 * what jumps to the left, and not a form object from what surrounds it: there, the distance decides. Replacement text
 * takes the place of what is drawn, and layers that are off are left out.
 */
export function pageText(
  items: readonly (TextItem | ContentMark)[],
  replacements: ReadonlyMap<string, string>,
  { isVertical, isVisible }: { isVertical: (fontName: string) => boolean; isVisible: (layer: unknown) => boolean },
): string {
  const written: string[] = [];
  /** The end of the text: with all of it in one string, each look at its last letter would copy it. */
  let text = '';
  let gap = '';
  let last: TextItem | undefined;
  let isAtBorder = false;
  const regions: Region[] = [];

  const write = (words: string, separator: string) => {
    if (words === '') return;
    if (separator !== '' && text !== '' && !/\s$/u.test(text)) text += separator;
    text += words;
    if (text.length > 2 * KEPT_LENGTH) {
      written.push(text.slice(0, -KEPT_LENGTH));
      text = text.slice(-KEPT_LENGTH);
    }
    gap = '';
  };
  /** What separates the item from the one before it: a line break, a space or nothing. */
  const separatorOf = (item: TextItem): string => {
    if (gap !== '' || !last) return gap;
    if (isVertical(item.fontName) || isVertical(last.fontName)) return isAtBorder ? '\n' : '';
    const step = stepTo(item, last);
    if (step === undefined) return '\n';
    return step < -STEP_BACK || (isAtBorder && step > NEW_WORD) ? ' ' : '';
  };
  /** The mark that the last character means if the item is drawn under it. */
  const accentOver = (item: TextItem): string | undefined => {
    const accent = gap === '' ? DRAWN_ACCENTS.get(text.at(-1) ?? '') : undefined;
    return accent && last && (stepTo(item, last) ?? 0) < -NEW_WORD && /^\p{L}/u.test(item.str) ? accent : undefined;
  };
  const begin = (mark: ContentMark) => {
    const outer = regions.at(-1);
    const own = mark.actualText ?? (mark.id ? replacements.get(mark.id) : undefined);
    regions.push({
      isHidden: (outer?.isHidden ?? false) || (mark.layer !== undefined && !isVisible(mark.layer)),
      replacement: outer?.replacement ?? (own === undefined ? undefined : { text: own, isWritten: false, drawn: '' }),
    });
  };
  const end = () => {
    const region = regions.pop();
    const replacement = region?.replacement;
    if (!replacement || region.isHidden || replacement === regions.at(-1)?.replacement) return;
    // A place where the word may be divided, which is not drawn within a line.
    if (!replacement.isWritten && /^\u00ad*$/.test(replacement.text)) text += replacement.text;
    // Without drawn letters, the text replaces a picture or blanks.
    else if (!replacement.isWritten) {
      write(replacement.text.trim(), ' ');
      gap ||= ' ';
    } else if (replacement.text === '' && /^[-\u2010\u00ad]\s*$/u.test(replacement.drawn)) text += SOFT_HYPHEN;
  };

  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'beginForm' || item.type === 'endForm') isAtBorder = true;
      if (item.type === 'endForm' || item.type === 'endMarkedContent') end();
      else begin(item);
      continue;
    }
    const { isHidden = false, replacement } = regions.at(-1) ?? {};
    if (isHidden) {
      gap ||= ' ';
      continue;
    }
    if (item.str.trim() === '') {
      if (item.str !== '') gap ||= ' ';
    } else if (replacement?.isWritten) {
      replacement.drawn += item.str;
      last = item;
      gap = '';
    } else if (replacement) {
      const separator = separatorOf(item);
      Object.assign(replacement, { isWritten: true, drawn: item.str });
      write(replacement.text, separator);
      last = item;
      isAtBorder = false;
    } else {
      const accent = accentOver(item);
      const repeated = last ? repeatedLength(item, last) : 0;
      if (accent) text = text.slice(0, -1) + (item.str[0]! + accent).normalize('NFC') + item.str.slice(1);
      else if (repeated > 0) write(item.str.slice(repeated), '');
      else write(item.str, separatorOf(item));
      last = item;
      isAtBorder = false;
    }
    if (item.hasEOL && !replacement?.isWritten) gap = '\n';
    else if (item.hasEOL) replacement!.drawn += '\n';
  }
  return written.join('') + text;
}

/** Replacement text of structure elements by the id of their first marked content; the others are empty. */
export function structureReplacements(root: StructureNode | null): Map<string, string> {
  const replacements = new Map<string, string>();
  const visit = ({ actualText, ...node }: StructureNode) => {
    if (actualText === undefined) node.children?.forEach(visit);
    else contentIds(node).forEach((id, index) => replacements.set(id, index === 0 ? actualText : ''));
  };
  if (root) visit(root);
  return replacements;
}

/** Descriptions of pictures for people who can't see them. Source: ISO 32000-2, 14.9.3. */
export function structureDescriptions({ actualText, alt = '', children = [] }: StructureNode): string[] {
  if (actualText !== undefined) return [];
  return [...(alt.trim() === '' ? [] : [alt.trim()]), ...children.flatMap(structureDescriptions)];
}

const contentIds = (node: StructureNode): string[] => [
  ...(node.id === undefined ? [] : [node.id]),
  ...(node.children ?? []).flatMap(contentIds),
];

/**
 * How far an item starts from the end of the one before it, as a share of their height; negative if it steps back.
 * Undefined on another line or in another direction.
 */
function stepTo(item: TextItem, before: TextItem): number | undefined {
  const [a = 1, b = 0] = before.transform as number[];
  const [c = 1, d = 0] = item.transform as number[];
  const [size, otherSize] = [Math.hypot(a, b), Math.hypot(c, d)];
  if (size === 0 || otherSize === 0 || (a * c + b * d) / (size * otherSize) < 0.99) return undefined;
  const direction = { x: a / size, y: b / size };
  const along = (one: TextItem) => one.transform[4] * direction.x + one.transform[5] * direction.y;
  const across = (one: TextItem) => one.transform[5] * direction.x - one.transform[4] * direction.y;
  const height = heightOf(before, item);
  if (Math.abs(across(item) - across(before)) > NEW_LINE * height) return undefined;
  // Text that runs to the left continues where the item before it starts.
  const isLeftward = before.dir === 'rtl' && item.dir === 'rtl' && along(item) < along(before);
  const gap = isLeftward ? along(before) - along(item) - item.width : along(item) - along(before) - before.width;
  return gap / height;
}

/** The height of the letters; their width if that is larger, because fonts of bitmaps often have no usable height. */
const heightOf = (...items: TextItem[]): number =>
  Math.max(...items.map(({ height, width, str }) => Math.max(height, width / str.length)));

/** How many letters of an item are the last letters of the one before it, drawn again over these to look bold. */
function repeatedLength(item: TextItem, before: TextItem): number {
  const overlap = -(stepTo(item, before) ?? 0) * heightOf(before, item);
  const likely = Math.round((overlap * item.str.length) / item.width);
  if (likely < 1 || item.dir === 'rtl') return 0;
  const isRepeated = (length: number) =>
    length > 0 && length <= item.str.length && before.str.endsWith(item.str.slice(0, length));
  return [likely, likely - 1, likely + 1].find(isRepeated) ?? 0;
}
