/** An entry of postings is the number of an item times this, plus BM25's part. */
const ENTRY_SCALE = 4096;
const ZERO = 48;

/** Goes through the entries of postings as PostgreSQL writes them: `{4097,8200}`. */
export function eachEntry(entries: string, use: (doc: number, part: number) => void): void {
  eachNumber(entries, (entry) => {
    const doc = Math.floor(entry / ENTRY_SCALE);
    use(doc, entry - doc * ENTRY_SCALE);
  });
}

/** Goes through an array of whole numbers as PostgreSQL writes it, null for an empty one. */
export function eachNumber(text: string | null, use: (number: number) => void): void {
  if (text === null || text.length <= 2) return;
  let number = 0;
  for (let at = 1; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
    } else {
      use(number);
      number = 0;
    }
  }
}
