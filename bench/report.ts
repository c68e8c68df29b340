import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { CallResult } from './compare.ts';
import type { Costs } from './costs.ts';
import type { Plan } from './plans.ts';

/** All that one run found out. */
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
  plans: Plan[];
  /** The same calls when there are more news. */
  amongMany: { news: number; calls: CallResult[]; plans: Plan[] };
  /** Microseconds an answer of the detail call, by package. */
  parts: Record<'portal' | 'raw', Record<string, number>>;
}

const README = new URL('./README.md', import.meta.url);
const RESULTS = new URL('./results/', import.meta.url);
const BEGIN = '<!-- results: written by npm run bench -- --save -->';
const END = '<!-- end of results -->';
/** Parts that cost less than this on both servers are summed up. */
const SMALL_PART_US = 1.5;

const title: Record<CallResult['call'], string> = { list: 'list page of news', detail: 'news detail', home: 'home', currentUser: 'current user' };
const whole = (value: number) => String(Math.round(value));
const fixed = (digits: number) => (value: number) => value.toFixed(digits);

function table(header: string[], rows: string[][]): string {
  const widths = header.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

export function tableOfCalls(calls: CallResult[]): string {
  return table(
    ['', 'KB', 'portal /s', 'raw /s', 'static /s', 'to raw', 'lowest-highest', 'to static', 'p50 ms', 'p99 ms', 'raw p50', 'raw p99'],
    calls.map(({ call, bytes, samples: { portal, raw, static: fromMemory }, ratioToRaw, ratioToStatic, spread }) => [
      title[call], fixed(1)(bytes / 1024), whole(portal.requestsPerSecond), whole(raw.requestsPerSecond), whole(fromMemory.requestsPerSecond),
      fixed(2)(ratioToRaw), spread.map(fixed(2)).join('-'), fixed(2)(ratioToStatic),
      ...[portal, raw].flatMap((sample) => [fixed(1)(sample.p50Ms), fixed(1)(sample.p99Ms)]),
    ]),
  );
}

export function tableOfCosts({ costs }: Report): string {
  const ways = table(['detail', 'answers /s', 'to plain', 'p50 ms', 'p99 ms'], costs.ways.map(({ way, sample, ratioToPlain }) =>
    [way, whole(sample.requestsPerSecond), fixed(2)(ratioToPlain), fixed(1)(sample.p50Ms), fixed(1)(sample.p99Ms)]));
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
  return table(['µs an answer of detail', 'portal', 'raw', 'more'], [
    ...rows, row('all smaller parts', names.filter((name) => !large.includes(name))), row('sum', names),
  ]);
}

/** Keeps the results in results/<date>.json and in README.md; answers the file's path from the root. */
export function saveReport(report: Report): string {
  const name = `${report.date.slice(0, 10)}.json`;
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(new URL(name, RESULTS), `${JSON.stringify(report, (_key, value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value), 2)}\n`);
  const text = readFileSync(README, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  writeFileSync(README, `${before}${BEGIN}\n${section(report)}\n${END}${rest.split(END)[1] ?? '\n'}`);
  return `bench/results/${name}`;
}

function section(report: Report): string {
  return `
Measured on ${report.date.slice(0, 10)} with Node ${report.node} on ${report.processor}; load before the run ${fixed(2)(report.loadBefore)}.

### Ratios

${tableOfCalls(report.calls)}

Among ${report.amongMany.news.toLocaleString('en')} news:

${tableOfCalls(report.amongMany.calls)}

### What asking in other ways costs

${tableOfCosts(report)}

### Where the time goes

${tableOfParts(report)}

### How PostgreSQL runs the statements

${listOfPlans(report.plans)}

### How it runs them among ${report.amongMany.news.toLocaleString('en')} news

${listOfPlans(report.amongMany.plans)}
`;
}

const listOfPlans = (plans: Plan[]): string => plans.map(({ call, lines }) => `${title[call]}:\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``).join('\n\n');
