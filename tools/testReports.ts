import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
}

/** Tests of a Vitest JSON report. A file that could not even be loaded counts as one failure. */
export function countVitest(file: string, exitCode: number): Counts {
  return countReport<VitestReport>(file, exitCode, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length,
  }));
}

/** Tests of a Playwright JSON report. One that passed at the second try only counts as failed. */
export function countPlaywright(file: string, exitCode: number): Counts {
  return countReport<PlaywrightReport>(file, exitCode, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }));
}

/** A run that failed without a failed test, or wrote no report, is one failure by itself. */
function countReport<Report>(file: string, exitCode: number, count: (report: Report) => Counts): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { passed, failed } = count(JSON.parse(readFileSync(file, 'utf8')) as Report);
  return { passed, failed: failed || (exitCode === 0 ? 0 : 1) };
}
