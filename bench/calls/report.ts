import type { CallResult } from './compare.ts';
import type { Costs } from './costs.ts';
import type { Plan } from '../plans.ts';
import { saveResults, table } from '../results.ts';
import type { CallName } from '../stage/statements.ts';

/** The results of one run. */
export interface Report {
  /** ISO 8601 in UTC. */
  date: string;
  node: string;
  processor: string;
  /** Mean number of running processes in the minute before. */
  loadBefore: number;
  seconds: number;
  calls: CallResult[];
  costs: Costs;
  plans: Plan<CallName>[];
  /** The same calls with more news stored. */
  amongMany: { news: number; calls: CallResult[]; plans: Plan<CallName>[] };
  /** Microseconds per response of the detail call, by package. */
  parts: Record<'portal' | 'raw', Record<string, number>>;
}

/** Parts that cost less than this on both servers are combined. */
const SMALL_PART_US = 1.5;

const title: Record<CallName, string> = {
  list: 'list page of news',
  detail: 'news detail',
  home: 'home',
  currentUser: 'current user',
};
const whole = (value: number) => String(Math.round(value));
const fixed = (digits: number) => (value: number) => value.toFixed(digits);

export function tableOfCalls(calls: CallResult[]): string {
  return table(
    [
      '',
      'KB',
      'portal /s',
      'raw /s',
      'static /s',
      'to raw',
      'lowest-highest',
      'to static',
      'p50 ms',
      'p99 ms',
      'raw p50',
      'raw p99',
    ],
    calls.map(({ call, bytes, samples: { portal, raw, static: fromMemory }, ratioToRaw, ratioToStatic, spread }) => [
      title[call],
      fixed(1)(bytes / 1024),
      whole(portal.requestsPerSecond),
      whole(raw.requestsPerSecond),
      whole(fromMemory.requestsPerSecond),
      fixed(2)(ratioToRaw),
      spread.map(fixed(2)).join('-'),
      fixed(2)(ratioToStatic),
      ...[portal, raw].flatMap((sample) => [fixed(1)(sample.p50Ms), fixed(1)(sample.p99Ms)]),
    ]),
  );
}

export function tableOfCosts({ costs }: Report): string {
  const ways = table(
    ['detail', 'answers /s', 'to plain', 'p50 ms', 'p99 ms'],
    costs.ways.map(({ way, sample, ratioToPlain }) => [
      way,
      whole(sample.requestsPerSecond),
      fixed(2)(ratioToPlain),
      fixed(1)(sample.p50Ms),
      fixed(1)(sample.p99Ms),
    ]),
  );
  return `${ways}\n\nOne call at a time: ${fixed(1)(costs.firstCallMs)} ms with tokens not seen before (two signatures, the person saved, the sign-in audited), ${fixed(1)(costs.laterCallMs)} ms after that.`;
}

export function tableOfParts({ parts: { portal, raw } }: Report): string {
  const names = [...new Set([...Object.keys(portal), ...Object.keys(raw)])];
  const large = names.filter((name) => Math.max(portal[name] ?? 0, raw[name] ?? 0) >= SMALL_PART_US);
  const sum = (all: Record<string, number>, of: string[]) => of.reduce((total, name) => total + (all[name] ?? 0), 0);
  const row = (name: string, of: string[]) => {
    const [here, there] = [sum(portal, of), sum(raw, of)];
    return [name, fixed(1)(here), fixed(1)(there), fixed(1)(here - there)];
  };
  const rows = large.map((name) => row(name, [name])).sort((a, b) => Number(b[3]) - Number(a[3]));
  return table(
    ['µs an answer of detail', 'portal', 'raw', 'more'],
    [
      ...rows,
      row(
        'all smaller parts',
        names.filter((name) => !large.includes(name)),
      ),
      row('sum', names),
    ],
  );
}

/** Saves the results in results/<date>.json, with the plans of the statements, and on their page; says where. */
export const saveReport = (report: Report): string =>
  saveResults({
    command: 'npm run bench -- calls',
    page: 'results/calls.md',
    part: 'results of the calls',
    name: '',
    report,
    digits: 3,
    section: section(report),
  });

function section(report: Report): string {
  return `
Measured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; load before the run ${fixed(2)(report.loadBefore)}.

### Ratios

${tableOfCalls(report.calls)}

Among ${report.amongMany.news.toLocaleString('en')} news:

${tableOfCalls(report.amongMany.calls)}

### Cost of variants of the detail call

${tableOfCosts(report)}

### Where the time goes

${tableOfParts(report)}
`;
}
