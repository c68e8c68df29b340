const PAGE_BITS = 12;
const PAGE_DOCS = 1 << PAGE_BITS;
/**
 * An entry of a posting is the doc number multiplied by this, plus the doc's BM25 part; so a page holds the docs of one
 * range of entries.
 */
const ENTRY_SCALE = 4096;
const ENTRIES_PER_PAGE = PAGE_DOCS * ENTRY_SCALE;
const CODE_OF_ZERO = 48;
/** Pages retained for the next search: enough for a hundred thousand docs, 1.3 MB. */
const MAX_SPARE_PAGES = 25;

/**
 * Consecutive docs. Arrays of numbers take a tenth of a map's time, and a page of 4,096 docs is cheap even if only a
 * few match.
 */
interface Page {
  scores: Float64Array;
  /** The sum of the weights of the words in each doc, without completions. */
  covered: Float32Array;
  /** The state of each doc: MATCHED, SCORED or 0. */
  marks: Uint8Array;
}

const MATCHED = 1;
const SCORED = 2;

const sparePages: Page[] = [];

/** The matches of one search among some kinds of items, with their scores. Call `release` at the end. */
export class DocScores {
  readonly #pages = new Map<number, Page>();

  /**
   * Adds a posting in PostgreSQL's array notation, `{4097,8200}`; its parts are multiplied by `weight`, or its docs
   * only match. The posting of a completion covers nothing of the term.
   */
  addPosting(entries: string, weight: number | null, isCompletion = false): void {
    const mark = weight === null ? MATCHED : SCORED;
    const factor = weight ?? 0;
    const coverage = isCompletion ? 0 : factor;
    let page: Page | undefined;
    let first = 0;
    let end = 0;
    let number = 0;
    for (let at = 1; at < entries.length; at += 1) {
      const digit = entries.charCodeAt(at) - CODE_OF_ZERO;
      if (digit >= 0 && digit <= 9) {
        number = number * 10 + digit;
        continue;
      }
      if (page === undefined || number >= end || number < first) {
        const index = Math.floor(number / ENTRIES_PER_PAGE);
        page = this.#pageAt(index);
        first = index * ENTRIES_PER_PAGE;
        end = first + ENTRIES_PER_PAGE;
      }
      const within = number - first;
      const doc = within >> 12;
      if (page.marks[doc]! < mark) page.marks[doc] = mark;
      page.scores[doc]! += (within & (ENTRY_SCALE - 1)) * factor;
      page.covered[doc]! += coverage;
      number = 0;
    }
  }

  addScore(doc: number, score: number, weight: number): void {
    const page = this.#pageAt(Math.floor(doc / PAGE_DOCS));
    page.marks[doc % PAGE_DOCS] = SCORED;
    page.scores[doc % PAGE_DOCS]! += score;
    page.covered[doc % PAGE_DOCS]! += weight;
  }

  addMatch(doc: number): void {
    const { marks } = this.#pageAt(Math.floor(doc / PAGE_DOCS));
    if (marks[doc % PAGE_DOCS] === 0) marks[doc % PAGE_DOCS] = MATCHED;
  }

  /** Visits every match once, with the weight of its words; its score is undefined if it only matches. */
  each(visit: (doc: number, score: number | undefined, covered: number) => void): void {
    for (const [index, { scores, marks, covered }] of this.#pages) {
      const first = index * PAGE_DOCS;
      for (let at = 0; at < PAGE_DOCS; at += 1) {
        const mark = marks[at];
        if (mark !== 0) visit(first + at, mark === SCORED ? scores[at]! : undefined, covered[at]!);
      }
    }
  }

  /** Returns the memory for the next search. */
  release(): void {
    for (const page of this.#pages.values()) {
      if (sparePages.length === MAX_SPARE_PAGES) break;
      page.scores.fill(0);
      page.covered.fill(0);
      page.marks.fill(0);
      sparePages.push(page);
    }
    this.#pages.clear();
  }

  #pageAt(index: number): Page {
    let page = this.#pages.get(index);
    if (page === undefined) {
      page = sparePages.pop() ?? {
        scores: new Float64Array(PAGE_DOCS),
        covered: new Float32Array(PAGE_DOCS),
        marks: new Uint8Array(PAGE_DOCS),
      };
      this.#pages.set(index, page);
    }
    return page;
  }
}
