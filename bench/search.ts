/** Measures the search; `npm run bench -- search`. results/search.md says what and how, and has the latest results. */
import { runProgram, type Program } from './program.ts';
import { measureQuality, readJudged, type Quality } from './search/searchQuality.ts';
import { startSearchDatabase, startSearchServer, storeItems } from './search/searchDatabase.ts';
import { measureSpeed, saveSpeed, tableOfSpeed } from './search/searchSpeed.ts';

const [folder, ...rest] = process.argv.slice(2);
const isSpeed = folder === '--speed';
const known = isSpeed ? ['--save', '--quick'] : [];
if (folder === undefined || (folder.startsWith('--') && !isSpeed) || rest.some((flag) => !known.includes(flag))) {
  process.stderr.write(`Say what to measure:
  npm run bench -- search <folder>    how good the results are, on a collection with judgments: corpus.jsonl(.gz) {id, title, text},
                                      queries*.jsonl {id, text}, qrels*.jsonl {query, doc, score}
  npm run bench -- search --speed     how fast it is at 10,000 and 100,000 items (--quick: only at 10,000; --save: save the results in bench/)
`);
  process.exit(2);
}

async function judge(from: string, { log, onStop }: Program): Promise<void> {
  const judged = readJudged(from);
  log(`Storing ${judged.items.length} texts`);
  const database = await startSearchDatabase(onStop);
  await storeItems(database.url, judged.items, (count) => log(`  ${count}`));
  const bench = await startSearchServer(database, onStop);
  log(`Asking ${judged.questions.length} questions, as they are and with one typo each`);
  const clean = await measureQuality(bench, judged, false);
  const mistyped = await measureQuality(bench, judged, true);
  log(`\n${tableOfQuality({ clean, 'one typo': mistyped })}`);
}

function tableOfQuality(measured: Record<string, Quality>): string {
  const header = ['questions', 'nDCG@10', 'recall@100', 'success@1', 'success@5', 'empty answers', 'p50 ms', 'p95 ms'];
  const lines = Object.entries(measured).map(([name, quality]) => [
    name,
    quality.ndcgAt10.toFixed(4),
    quality.recallAt100.toFixed(4),
    quality.successAt1.toFixed(2),
    quality.successAt5.toFixed(2),
    `${(100 * quality.empty).toFixed(1)} %`,
    quality.p50Ms.toFixed(0),
    quality.p95Ms.toFixed(0),
  ]);
  return [header, ...lines]
    .map((cells) => cells.map((cell, column) => (column === 0 ? cell.padEnd(10) : cell.padStart(14))).join(''))
    .join('\n');
}

await runProgram(async (program) => {
  if (!isSpeed) return await judge(folder, program);
  const { log, onStop } = program;
  const report = await measureSpeed(rest.includes('--quick') ? [10_000] : [10_000, 100_000], log, onStop);
  log(`\n${tableOfSpeed(report)}`);
  if (rest.includes('--save')) log(saveSpeed(report));
});
