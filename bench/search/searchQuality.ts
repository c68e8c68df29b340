import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MAX_TERM_LENGTH, MIN_TERM_LENGTH, SearchAnswer } from '@portico/contracts/search';
import { MAX_PAGE_SIZE } from '@portico/contracts/paging';
import { z } from 'zod/mini';
import { createRandom, type Random } from '../stage/random.ts';
import type { SearchBench, SearchedItem } from './searchDatabase.ts';

const RANKS_OF_NDCG = 10;
const RANKS_OF_RECALL = 100;
const RANKS_OF_SUCCESS = 5;
const SEED = 21;
const MIN_MISTYPED_LENGTH = 4;

const Identified = z.object({ id: z.coerce.string() });
const Text = z.extend(Identified, { title: z.optional(z.string()), text: z.optional(z.string()) });
const Question = z.extend(Identified, { text: z.string() });
const Judgement = z.object({ query: z.coerce.string(), doc: z.coerce.string(), score: z.number() });

/** A collection with human judgments: texts, questions, and how well each text answers each question. */
export interface Judged {
  items: SearchedItem[];
  questions: Array<{ id: string; text: string }>;
  /** By question and item; above 0 if the item answers the question. */
  judgments: Map<string, Map<string, number>>;
}

/**
 * Reads `corpus.jsonl` {id, title, text}, `queries*.jsonl` {id, text} and `qrels*.jsonl` {query, doc, score} from a
 * folder, optionally with `.gz`. Leaves out questions without judgments. Throws if a file is missing or a line has
 * another shape.
 */
export function readJudged(folder: string): Judged {
  const items = readLines(folder, /^corpus\.jsonl(\.gz)?$/, Text).map(({ id, title = '', text = '' }) => ({
    id: itemId(id),
    title,
    text,
  }));
  const judgments = new Map<string, Map<string, number>>();
  for (const { query, doc, score } of readLines(folder, /^qrels.*\.jsonl(\.gz)?$/, Judgement)) {
    if (score <= 0) continue;
    const ofQuery = judgments.get(query) ?? new Map<string, number>();
    judgments.set(query, ofQuery.set(itemId(doc), score));
  }
  const questions = readLines(folder, /^queries.*\.jsonl(\.gz)?$/, Question).filter(({ id }) => judgments.has(id));
  return { items, questions, judgments };
}

function readLines<Schema extends z.ZodMiniType>(
  folder: string,
  name: RegExp,
  schema: Schema,
): Array<z.output<Schema>> {
  const files = readdirSync(folder).filter((file) => name.test(file));
  if (files.length === 0) throw new Error(`No file in ${folder} has a name that matches ${name.source}`);
  return files.flatMap((file) => {
    const bytes = readFileSync(join(folder, file));
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => z.parse(schema, JSON.parse(line)));
  });
}

/** Ids in collections can be any text; items have UUIDs. */
function itemId(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface Quality {
  questions: number;
  ndcgAt10: number;
  recallAt100: number;
  /** Share of the questions with an answer as the first result. */
  successAt1: number;
  /** Share of the questions with an answer among the first five results. */
  successAt5: number;
  /** Share of the questions without results. */
  empty: number;
  /** For the first search of each question, over HTTP. */
  p50Ms: number;
  p95Ms: number;
}

/** Searches for every question, as it is or with one typo, and compares the results with the judgments. */
export async function measureQuality(
  bench: SearchBench,
  { questions, judgments }: Judged,
  isMistyped: boolean,
): Promise<Quality> {
  const random = createRandom(SEED);
  const sums = { ndcg: 0, recall: 0, successAt1: 0, successAt5: 0, empty: 0 };
  const times: number[] = [];
  const headers = await bench.headers();
  for (const { id, text } of questions) {
    const { found, ms } = await ask(bench.portalUrl, headers, isMistyped ? mistype(text, random) : text);
    const relevant = judgments.get(id)!;
    times.push(ms);
    sums.ndcg += ndcg(found.slice(0, RANKS_OF_NDCG), relevant);
    sums.recall += found.filter((item) => relevant.has(item)).length / relevant.size;
    const firstAnswer = found.findIndex((item) => relevant.has(item));
    sums.successAt1 += firstAnswer === 0 ? 1 : 0;
    sums.successAt5 += firstAnswer >= 0 && firstAnswer < RANKS_OF_SUCCESS ? 1 : 0;
    sums.empty += found.length === 0 ? 1 : 0;
  }
  times.sort((a, b) => a - b);
  const part = (sum: number) => sum / questions.length;
  return {
    questions: questions.length,
    ndcgAt10: part(sums.ndcg),
    recallAt100: part(sums.recall),
    successAt1: part(sums.successAt1),
    successAt5: part(sums.successAt5),
    empty: part(sums.empty),
    p50Ms: times[Math.floor(times.length * 0.5)]!,
    p95Ms: times[Math.floor(times.length * 0.95)]!,
  };
}

async function ask(
  portalUrl: string,
  headers: Record<string, string>,
  question: string,
): Promise<{ found: string[]; ms: number }> {
  const found: string[] = [];
  let ms = 0;
  for (let offset = 0; offset < RANKS_OF_RECALL; offset += MAX_PAGE_SIZE) {
    const url = new URL('/api/v1/search', portalUrl);
    url.search = new URLSearchParams({
      term: asTerm(question),
      group: 'resourcePages',
      offset: String(offset),
      pageSize: String(MAX_PAGE_SIZE),
    }).toString();
    const begun = performance.now();
    const answer = await fetch(url, { headers });
    const body: unknown = await answer.json();
    if (offset === 0) ms = performance.now() - begun;
    if (!answer.ok)
      throw new Error(`The search responded with ${answer.status} to "${question}": ${JSON.stringify(body)}`);
    const { resourcePages } = z.parse(SearchAnswer, body);
    found.push(...resourcePages.results.map(({ id }) => id));
    if (resourcePages.results.length < MAX_PAGE_SIZE) break;
  }
  return { found, ms };
}

/** A question as a search term: cut after a word if it is too long, padded with ignored dots if it is too short. */
function asTerm(question: string): string {
  const term = question.trim();
  if (term.length < MIN_TERM_LENGTH) return term.padEnd(MIN_TERM_LENGTH, '.');
  return term.length <= MAX_TERM_LENGTH
    ? term
    : term.slice(
        0,
        term.lastIndexOf(' ', MAX_TERM_LENGTH) > 0 ? term.lastIndexOf(' ', MAX_TERM_LENGTH) : MAX_TERM_LENGTH,
      );
}

function ndcg(found: string[], relevant: Map<string, number>): number {
  const gain = (scores: number[]) => scores.reduce((sum, score, rank) => sum + score / Math.log2(rank + 2), 0);
  const ideal = gain([...relevant.values()].sort((a, b) => b - a).slice(0, RANKS_OF_NDCG));
  return gain(found.map((item) => relevant.get(item) ?? 0)) / ideal;
}

/**
 * Puts a typo into one word of at least four letters: a letter other than the first is left out, doubled, changed, or
 * swapped with the next.
 */
export function mistype(text: string, random: Random): string {
  const words = [...text.matchAll(/\p{L}+/gu)].filter(([word]) => word.length >= MIN_MISTYPED_LENGTH);
  if (words.length === 0) return text;
  const match = random.one(words);
  const [word] = match;
  const at = 1 + Math.floor(random.next() * (word.length - 2));
  const letter = random.one(Array.from('abcdefghijklmnopqrstuvwxyz').filter((other) => other !== word[at]));
  const wrong = random.one([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  ]);
  return text.slice(0, match.index) + wrong + text.slice(match.index + word.length);
}
