import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const BENCH = new URL('./', import.meta.url);
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
  /** The page for these results, from this folder. */
  page: string;
  /** The part of the page, as named in the comments around it. */
  part: string;
  /** Start of the file's name, before the date. */
  name: string;
  report: { /** ISO 8601 in UTC. */ date: string };
  /** Decimal places in the file. */
  digits: number;
  /** Markdown for the page. */
  section: string;
}

/** Saves results in results/<name><date>.json and on their page; returns what was written, for people. */
export function saveResults({ command, page, part, name, report, digits, section }: Results): string {
  const file = `${name}${report.date.slice(0, 10)}.json`;
  const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(digits)) : value);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(new URL(file, RESULTS), `${JSON.stringify(report, rounded, 2)}\n`);
  const [begin, end] = [
    `<!-- ${part}: written by ${command}${command.includes(' -- ') ? '' : ' --'} --save -->`,
    `<!-- end of ${part} -->`,
  ];
  const path = new URL(page, BENCH);
  const text = readFileSync(path, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  writeFileSync(path, `${before}${begin}\n${section}\n${end}${rest.split(end)[1] ?? '\n'}`);
  return `Saved in bench/results/${file} and bench/${page}.`;
}
