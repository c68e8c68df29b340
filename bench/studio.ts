/**
 * Measures the studio: its list among 10,000 items, what saving one word in an item of 200 components costs, and how
 * quickly a browser opens that item and responds to keys; `npm run bench -- studio`. results/studio.md says what and
 * how, and has the latest results.
 */
import { loadavg } from 'node:os';
import { startBenchDatabase } from './stage/benchDatabase.ts';
import { runFacts, runProgram } from './program.ts';
import { saveResults, table } from './results.ts';
import { measureAutosave } from './studio/autosave.ts';
import { measureEditor } from './studio/editor.ts';
import { measureList, type ListCall } from './studio/list.ts';
import { startStudioServer } from './studio/studioServer.ts';

const GOAL_LIST_MS = 60;
const GOAL_AUTOSAVE_BYTES = 20_000;
const GOAL_OPENING_MS = 1000;
const GOAL_KEY_MS = 50;
const GOAL_TASK_MS = 100;

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--quick' && flag !== '--save')) {
  process.stderr.write(
    'Unknown options. The options are --quick (few calls) and --save (save the results in bench/).\n',
  );
  process.exit(2);
}
const asked = flags.includes('--quick') ? 10 : 60;

function tableOfList(calls: ListCall[]): string {
  return table(
    ['', 'items found', 'p50 ms', 'p95 ms'],
    calls.map(({ name, total, times }) => [
      name,
      total.toLocaleString('en'),
      times.p50Ms.toFixed(1),
      times.p95Ms.toFixed(1),
    ]),
  );
}

await runProgram(async ({ log, onStop }) => {
  const loadBefore = loadavg()[0]!;
  log('Storing 10,000 items');
  const sizes = { news: 4000, events: 2000, resources: 2000, documents: 1800 };
  const database = await startBenchDatabase(sizes, new Date());
  onStop(database.stop);
  const server = await startStudioServer(database, onStop);
  log('Requesting the list');
  const list = await measureList(server, asked);
  log('Saving one word in an item of 200 components');
  const autosave = await measureAutosave(server);
  log('Opening that item in a browser and typing in its middle');
  const editor = await measureEditor(onStop);
  const slowest = Math.max(...list.map(({ times }) => times.p95Ms));
  const figures = table(
    ['', 'measured', 'goal'],
    [
      ['slowest p95 of the list, ms', slowest.toFixed(1), String(GOAL_LIST_MS)],
      ['sent for one word, bytes', autosave.sentBytes.toLocaleString('en'), GOAL_AUTOSAVE_BYTES.toLocaleString('en')],
      ['in the response, bytes', autosave.answeredBytes.toLocaleString('en'), ''],
      ['saving it, p95 ms', autosave.times.p95Ms.toFixed(1), ''],
      ['opening the item, the call, p95 ms', autosave.opening.p95Ms.toFixed(1), ''],
      ['opening the item in a browser, warm, p50 ms', editor.opening.p50Ms.toFixed(0), ''],
      [
        'opening the item in a browser, warm, p95 ms',
        editor.opening.p95Ms.toFixed(0),
        GOAL_OPENING_MS.toLocaleString('en'),
      ],
      ['key to paint, p50 ms', editor.typing.p50Ms.toFixed(1), ''],
      ['key to paint, p95 ms', editor.typing.p95Ms.toFixed(1), ''],
      ['key to paint, 4x throttled, p50 ms', editor.throttledTyping.p50Ms.toFixed(1), ''],
      ['key to paint, 4x throttled, p95 ms', editor.throttledTyping.p95Ms.toFixed(1), String(GOAL_KEY_MS)],
      [
        'longest task while typing, 4x throttled, ms',
        editor.longestTaskMs?.toFixed(0) ?? 'under 50',
        String(GOAL_TASK_MS),
      ],
    ],
  );
  log(`\n${figures}\n\n${tableOfList(list)}`);
  if (!flags.includes('--save')) return;
  const report = {
    ...runFacts(),
    loadBefore,
    autosave,
    editor,
    list,
  };
  const section = `
Measured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; load before the run ${loadBefore.toFixed(2)}.

${figures}

${tableOfList(list)}
`;
  const part = {
    command: 'npm run bench -- studio',
    page: 'results/studio.md',
    part: 'results of the studio',
    name: 'studio-',
  };
  log(saveResults({ ...part, report, digits: 2, section }));
});
