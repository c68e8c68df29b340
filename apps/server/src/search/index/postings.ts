/** An entry of a posting is the doc number multiplied by this, plus the doc's BM25 part. */
const ENTRY_SCALE = 4096;
const CODE_OF_ZERO = 48;

/** Visits the entries of a posting in PostgreSQL's array notation: `{4097,8200}`. */
function eachEntry(entries: string, visit: (doc: number, part: number) => void): void {
  eachNumber(entries, (entry) => {
    const doc = Math.floor(entry / ENTRY_SCALE);
    visit(doc, entry - doc * ENTRY_SCALE);
  });
}

/** The docs of a posting, ascending. */
export function docsIn(entries: string): number[] {
  const docs: number[] = [];
  eachEntry(entries, (doc) => docs.push(doc));
  return docs;
}

/** Visits the numbers of an integer array in PostgreSQL's notation; null is an empty array. */
export function eachNumber(text: string | null, visit: (number: number) => void): void {
  if (text === null || text.length <= 2) return;
  let number = 0;
  for (let at = 1; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - CODE_OF_ZERO;
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
    } else {
      visit(number);
      number = 0;
    }
  }
}
