/** Measures the server; `npm run bench:calls`. README.md says what and how, and holds the last results. */
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
    `Unknown: ${unknown.join(' ')}. There are --quick (a short run) and --save (keep the results in bench/).\n`,
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

async function measure({ tell, onStop, stopAll }: Program): Promise<Report> {
  const begun = performance.now();
  const loadBefore = loadavg()[0]!;
  const stage = await setStage({ news: NEWS, events: EVENTS }, tell, onStop);
  const calls = await compareServers(stage, comparePace, tell);
  tell('Measuring the cost of everything else');
  const costs = await measureCosts(stage, costsPace);
  const parts = await profileDetail(stage, isQuick ? 1 : 4);
  const plans = await explainStatements(stage.databaseUrl, stage.statements);
  await stopAll();
  const large = await setStage({ news: MANY_NEWS, events: EVENTS }, tell, onStop);
  const amongMany = {
    news: MANY_NEWS,
    calls: await compareServers(large, costsPace, tell),
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
  const { tell } = program;
  tell(
    'Anything else that runs on this machine disturbs the numbers. The servers take turns of less than a second, so that the ratios suffer least.',
  );
  if (loadavg()[0]! > QUIET_LOAD)
    tell(`The machine is not idle: load ${loadavg()[0]!.toFixed(2)} on ${availableParallelism()} processors.`);
  const report = await measure(program);
  tell(
    `\n${tableOfCalls(report.calls)}\n\nAmong ${MANY_NEWS.toLocaleString('en')} news:\n\n${tableOfCalls(report.amongMany.calls)}\n\n${tableOfCosts(report)}\n\n${tableOfParts(report)}\n\nDone in ${report.seconds} s.`,
  );
  if (flags.includes('--save')) tell(`Saved in ${saveReport(report)} and bench/README.md.`);
});
