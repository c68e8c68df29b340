/** Measures how soon questions find the right item of the demo content; `npm run bench -- questions [<file>]`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSetting } from '@portico/server/config';
import { createDb, createPool } from '@portico/server/db/pool';
import { maintainSearchIndex } from '@portico/server/search/index/maintainSearchIndex';
import { SearchAnswer, searchPortal } from '@portico/contracts/search';
import { importContent } from '@portico/tools/content-import/importContent';
import { openFileStore } from '@portico/tools/fileStore';
import { root } from '@portico/tools/root';
import { z } from 'zod/mini';
import { runProgram, type Program } from './program.ts';
import { table } from './results.ts';
import { startSearchDatabase, startSearchServer } from './search/searchDatabase.ts';

const RANKS_OF_SUCCESS = 5;
const READER = { 'custom:advisorType': 'AdvisorHybrid' };

/** `right` has the beginnings of the titles of the right items; a question counts by the best of them. */
const Question = z.object({
  set: z.int(),
  kind: z.enum(['plain', 'trade']),
  text: z.string(),
  right: z.array(z.string()),
});

/**
 * Asks all questions as a person does, in a portal with the demo content, and compares the results in the order of the
 * page: group after group, with the first five of each.
 */
async function measureQuestions(file: string, { log, onStop }: Program): Promise<void> {
  const questions = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => z.parse(Question, JSON.parse(line)));
  const database = await startSearchDatabase(onStop);
  log('Storing the demo content');
  await storeDemo(database);
  const { portalUrl, headers } = await startSearchServer(database, onStop);
  const signedIn = await headers(READER);
  const ranks = new Map<string, number[]>();
  for (const { set, kind, text, right } of questions) {
    const titles = await titlesFor(text, portalUrl, signedIn);
    const at = titles.findIndex((title) => right.some((beginning) => title.startsWith(beginning)));
    const name = `${kind}, set ${set}`;
    ranks.set(name, [...(ranks.get(name) ?? []), at < 0 ? Infinity : at]);
    if (at !== 0) log(`${at < 0 ? 'not found' : `result ${at + 1}`}: ${text} (first: ${titles[0] ?? 'none'})`);
  }
  const share = (places: number[], within: number) =>
    (places.filter((place) => place < within).length / places.length).toFixed(2);
  const rows = [...ranks].map(([name, places]) => [
    name,
    String(places.length),
    share(places, 1),
    share(places, RANKS_OF_SUCCESS),
  ]);
  log(`\n${table(['questions', 'number', 'success@1', 'success@5'], rows)}`);
}

async function storeDemo({ url, folder }: { url: string; folder: string }): Promise<void> {
  await importContent({
    folder: join(root, 'demo'),
    databaseUrl: url,
    store: await openFileStore(folder),
    firmTimeZone: loadSetting('FIRM_TIME_ZONE', process.env),
  });
  const db = createDb(createPool({ url, max: 1, prepare: false, statementTimeoutMs: 600_000 }));
  await maintainSearchIndex(db, new Date());
  await db.destroy();
}

async function titlesFor(term: string, portalUrl: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`${portalUrl}${searchPortal.path}?${new URLSearchParams({ term })}`, { headers });
  if (!answer.ok) throw new Error(`The search responded with ${answer.status} to "${term}"`);
  const found = z.parse(SearchAnswer, await answer.json());
  return found.groupOrder.flatMap((group) =>
    found[group].results.map(({ header }) => header.map(({ text }) => text).join('')),
  );
}

await runProgram((program) =>
  measureQuestions(process.argv[2] ?? join(import.meta.dirname, 'search/questions.jsonl'), program),
);
