/** Measures the server; `npm run bench -- calls`. results/calls.md says what and how, and has the latest results. */
import { availableParallelism, loadavg } from 'node:os';
import { compareServers, type Pace } from './calls/compare.ts';
import { measureCosts } from './calls/costs.ts';
import { explainStatements } from './plans.ts';
import { profileDetail } from './calls/profile.ts';
import { runFacts, runProgram, type Program } from './program.ts';
import { saveReport, tableOfCalls, tableOfCosts, tableOfParts, type Report } from './calls/report.ts';
import { setStage } from './stage/stage.ts';

const QUIET_LOAD = 0.3;

const flags = process.argv.slice(2);
const isQuick = flags.includes('--quick');
const unknown = flags.filter((flag) => !['--quick', '--save'].includes(flag));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(' ')}. The options are --quick (a short run) and --save (save the results in bench/).\n`,
  );
  process.exit(2);
}

const comparePace: Pace = isQuick
  ? { rounds: 3, warmUpSeconds: 0.5, seconds: 0.6 }
  : { rounds: 12, warmUpSeconds: 1.5, seconds: 0.8 };
const costsPace: Pace = isQuick ? { ...comparePace, rounds: 2 } : { ...comparePace, rounds: 6 };
const NEWS = 10_000;
const MANY_NEWS = 100_000;
const EVENTS = 400;

async function measure({ log, onStop, stopAll }: Program): Promise<Report> {
  const begun = performance.now();
  const loadBefore = loadavg()[0]!;
  const stage = await setStage({ news: NEWS, events: EVENTS }, log, onStop);
  const calls = await compareServers(stage, comparePace, log);
  log('Measuring the cost of other variants');
  const costs = await measureCosts(stage, costsPace);
  const parts = await profileDetail(stage, isQuick ? 1 : 4);
  const plans = await explainStatements(stage.databaseUrl, stage.statements);
  await stopAll();
  const large = await setStage({ news: MANY_NEWS, events: EVENTS }, log, onStop);
  const amongMany = {
    news: MANY_NEWS,
    calls: await compareServers(large, costsPace, log),
    plans: await explainStatements(large.databaseUrl, large.statements),
  };
  return {
    ...runFacts(),
    loadBefore,
    seconds: Math.round((performance.now() - begun) / 1000),
    calls,
    costs,
    plans,
    amongMany,
    parts: { portal: Object.fromEntries(parts.portal), raw: Object.fromEntries(parts.raw) },
  };
}

await runProgram(async (program) => {
  const { log } = program;
  log(
    'Other programs on this machine distort the numbers. The servers alternate in less than a second each, so the ratios suffer least.',
  );
  if (loadavg()[0]! > QUIET_LOAD)
    log(`The machine is not idle: load ${loadavg()[0]!.toFixed(2)} on ${availableParallelism()} processors.`);
  const report = await measure(program);
  log(
    `\n${tableOfCalls(report.calls)}\n\nAmong ${MANY_NEWS.toLocaleString('en')} news:\n\n${tableOfCalls(report.amongMany.calls)}\n\n${tableOfCosts(report)}\n\n${tableOfParts(report)}\n\nDone in ${report.seconds} s.`,
  );
  if (flags.includes('--save')) log(saveReport(report));
});
