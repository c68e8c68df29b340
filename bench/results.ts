import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const README = new URL('./README.md', import.meta.url);
const RESULTS = new URL('./results/', import.meta.url);

/** A Markdown table. All columns except the first contain numbers. */
export function table(header: string[], rows: string[][]): string {
  const widths = header.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

interface Results {
  /** The command that was run, without `--save`. */
  command: string;
  /** The part of README.md for these results, as named in the comments around it. */
  part: string;
  /** Start of the file's name, before the date. */
  name: string;
  report: { /** ISO 8601 in UTC. */ date: string };
  /** Decimal places in the file. */
  digits: number;
  /** Markdown for README.md. */
  section: string;
}

/** Saves results in results/<name><date>.json and README.md; returns the file's path from the root. */
export function saveResults({ command, part, name, report, digits, section }: Results): string {
  const file = `${name}${report.date.slice(0, 10)}.json`;
  const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(digits)) : value);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(new URL(file, RESULTS), `${JSON.stringify(report, rounded, 2)}\n`);
  const [begin, end] = [
    `<!-- ${part}: written by ${command}${command.includes(' -- ') ? '' : ' --'} --save -->`,
    `<!-- end of ${part} -->`,
  ];
  const text = readFileSync(README, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  writeFileSync(README, `${before}${begin}\n${section}\n${end}${rest.split(end)[1] ?? '\n'}`);
  return `bench/results/${file}`;
}
