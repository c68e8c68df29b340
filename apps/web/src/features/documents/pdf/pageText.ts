/** A piece of text of a page, as the PDF reader gives it. */
export interface TextItem {
  str: string;
  hasEOL: boolean;
}

/** Where something begins or ends: a place in the text of an item. */
export interface TextPlace {
  item: number;
  offset: number;
}

/** A stretch of a page's text, the end not included. */
export interface TextRange {
  start: TextPlace;
  end: TextPlace;
}

/** The text of a page made ready for finding: letters folded, each with its place on the page. */
export interface PageText {
  folded: string;
  starts: TextPlace[];
  ends: TextPlace[];
}

const HYPHENS = new Set(['-', '\u00ad', '\u2010', '\u2011']);
const QUOTES = new Map([
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u201c', '"'],
  ['\u201d', '"'],
]);
const folds = new Map<string, string>();

/** One letter without case and accents, hyphens gone, all blanks alike. May become none or several letters. */
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

/** What people look for, folded as the text is. */
export function foldQuery(query: string): string {
  return [...query].map(fold).join('').replace(/ +/g, ' ').trim();
}

/** A line that ends in a hyphen goes on in the next one, as a word; other lines are words apart. */
export function pageText(items: readonly TextItem[]): PageText {
  const letters: string[] = [];
  const starts: TextPlace[] = [];
  const ends: TextPlace[] = [];
  let endsInHyphen = false;
  let endsInBlank = true;
  const push = (folded: string, item: number, from: number, to: number) => {
    for (const letter of folded) {
      const isBlank = letter === ' ';
      if (isBlank && endsInBlank) continue;
      endsInBlank = isBlank;
      letters.push(letter);
      // A letter outside of the basic plane takes two places of a string.
      for (let place = 0; place < letter.length; place += 1) {
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

/** Every place of a page where the folded query stands, from its top. */
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
