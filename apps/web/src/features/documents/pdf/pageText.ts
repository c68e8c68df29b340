/** A text item of a page, as pdf.js returns it. */
export interface TextItem {
  str: string;
  hasEOL: boolean;
}

/** A position in the text of an item. */
export interface TextPosition {
  item: number;
  offset: number;
}

/** A range of a page's text, excluding the end. */
export interface TextRange {
  start: TextPosition;
  end: TextPosition;
}

/** The text of a page prepared for find: folded letters, each with its position on the page. */
export interface PageText {
  folded: string;
  starts: TextPosition[];
  ends: TextPosition[];
}

const HYPHENS = new Set(['-', '\u00ad', '\u2010', '\u2011']);
const QUOTES = new Map([
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u201c', '"'],
  ['\u201d', '"'],
]);
const folds = new Map<string, string>();

/**
 * Folds a letter: no case or accents, no hyphens, one kind of space and quote. The result may be empty or several
 * letters.
 */
function fold(letter: string): string {
  let folded = folds.get(letter);
  if (folded === undefined) {
    if (HYPHENS.has(letter)) folded = '';
    else if (letter.trim() === '') folded = ' ';
    else folded = QUOTES.get(letter) ?? letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    folds.set(letter, folded);
  }
  return folded;
}

/** The query, folded like the text. */
export function foldQuery(query: string): string {
  return [...query].map(fold).join('').replace(/ +/g, ' ').trim();
}

/** Folds the text of a page. A line that ends in a hyphen joins the next one; other lines are separate words. */
export function pageText(items: readonly TextItem[]): PageText {
  const letters: string[] = [];
  const starts: TextPosition[] = [];
  const ends: TextPosition[] = [];
  let endsInHyphen = false;
  let endsInBlank = true;
  const push = (folded: string, item: number, from: number, to: number) => {
    for (const letter of folded) {
      const isBlank = letter === ' ';
      if (isBlank && endsInBlank) continue;
      endsInBlank = isBlank;
      letters.push(letter);
      // A letter outside the Basic Multilingual Plane takes two string indexes.
      for (let unit = 0; unit < letter.length; unit += 1) {
        starts.push({ item, offset: from });
        ends.push({ item, offset: to });
      }
    }
  };
  items.forEach(({ str, hasEOL }, item) => {
    let offset = 0;
    for (const letter of str) {
      push(fold(letter), item, offset, offset + letter.length);
      offset += letter.length;
      endsInHyphen = HYPHENS.has(letter);
    }
    if (hasEOL && !endsInHyphen) push(' ', item, offset, offset);
    if (hasEOL) endsInHyphen = false;
  });
  return { folded: letters.join(''), starts, ends };
}

/** All matches of the folded query on a page, from top to bottom. */
export function findInPage(text: PageText, query: string): TextRange[] {
  const ranges: TextRange[] = [];
  if (query === '') return ranges;
  for (let at = text.folded.indexOf(query); at >= 0; at = text.folded.indexOf(query, at + query.length)) {
    const start = text.starts[at];
    const end = text.ends[at + query.length - 1];
    if (start && end) ranges.push({ start, end });
  }
  return ranges;
}
