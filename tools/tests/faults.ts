import { existsSync, readFileSync } from 'node:fs';
import type { FaultFigures } from '@portico/server/testing/faults/figures';

/** The tests that report the cost of a fault, by project of `vitest.config.ts`. */
export const FAULT_TESTS: Record<string, readonly string[]> = {
  long: ['apps/server/src/faults'],
  measured: ['apps/server/src/db/replicas/replicas.measured.test.ts', 'apps/server/src/fullDisk.measured.test.ts'],
};

const HEAD = ['fault', 'acknowledged', 'lost', 'reads', 'longest wait'];

/** The lines of a table of what the tests wrote to the report file. */
export function faultTable(report: string): string[] {
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  const rows = lines
    .map((line) => JSON.parse(line) as FaultFigures)
    .map(({ fault, acknowledged, lost, reads, longestReadMs }) => [
      fault,
      // Some tests only read.
      ...(acknowledged > 0 ? [String(acknowledged), String(lost)] : ['–', '–']),
      String(reads),
      `${(longestReadMs / 1000).toFixed(2)} s`,
    ]);
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]!.length)));
  const draw = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ');
  return ['', draw(HEAD), ...rows.map(draw), ''];
}
