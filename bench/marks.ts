/** Measures the portal against its goals; `npm run bench`. README.md says what and how, and has the latest results. */
import { availableParallelism, loadavg } from 'node:os';
import type { Pace } from './calls/compare.ts';
import { measureAudienceMarks } from './marks/audienceMarks.ts';
import { measureFront } from './marks/frontMarks.ts';
import { tableOfMarks, type Mark } from './marks/marks.ts';
import { tableRows } from './marks/rows.ts';
import { measureSearchMarks } from './marks/searchMarks.ts';
import { measureListMarks } from './marks/serverMarks.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveResults } from './results.ts';

const QUIET_LOAD = 0.3;
const ITEMS = 10_000;
const MANY_ITEMS = 100_000;
const RULES = 50;
const MANY_RULES = 1000;

const flags = process.argv.slice(2);
const unknown = flags.filter((flag) => !['--quick', '--save'].includes(flag));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(' ')}. The options are --quick (short, without the rows about 100,000 items) and --save (save the results in bench/).\n`,
  );
  process.exit(2);
}
const isQuick = flags.includes('--quick');
const pace: Pace = isQuick ? { rounds: 3, warmUpSeconds: 2, seconds: 1 } : { rounds: 9, warmUpSeconds: 4, seconds: 2 };

async function measure(program: Program): Promise<Mark[]> {
  const { log, onStop, stopAll } = program;
  const then = async <Result>(work: (log: Program['log'], onStop: Program['onStop']) => Promise<Result>) => {
    const result = await work(log, onStop);
    await stopAll();
    return result;
  };
  const lists = await then((...to) => measureListMarks(ITEMS, pace, ...to));
  const search = await then((...to) => measureSearchMarks(ITEMS, pace, ...to));
  const audiences = [await then((...to) => measureAudienceMarks(RULES, pace, ...to))];
  const front = await then((...to) => measureFront(...to));
  const few = { lists, search, audiences, front };
  if (isQuick) return tableRows(few);
  audiences.push(await then((...to) => measureAudienceMarks(MANY_RULES, pace, ...to)));
  const many = await then((...to) => measureSearchMarks(MANY_ITEMS, pace, ...to));
  return tableRows({ ...few, many });
}

await runProgram(async (program) => {
  const { log } = program;
  if (loadavg()[0]! > QUIET_LOAD)
    log(`The machine is not idle: load ${loadavg()[0]!.toFixed(2)} on ${availableParallelism()} processors.`);
  const report = { ...runFacts(), loadBefore: loadavg()[0]!, marks: await measure(program) };
  log(`\n${tableOfMarks(report.marks)}`);
  if (flags.includes('--save'))
    log(
      saveResults({
        command: 'npm run bench',
        page: 'README.md',
        part: 'marks',
        name: 'marks-',
        report,
        digits: 3,
        section: `\nMeasured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; load before the run ${report.loadBefore.toFixed(2)}.\n\n${tableOfMarks(report.marks)}\n`,
      }),
    );
});
