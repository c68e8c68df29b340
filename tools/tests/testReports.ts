import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../root.ts';

export interface Counts {
  passed: number;
  failed: number;
  /** The failed tests: a line with file and name, followed by what went wrong. */
  failures: string[];
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    /** Why the file could not be loaded or prepared. */
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { file: string; line: number; title: string; ok: boolean; tests: PlaywrightTest[] }[];
}

export interface PlaywrightTest {
  status: string;
  results?: { error?: { message?: string } }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  stats: { expected: number };
  errors: { message?: string }[];
}

/** Tests of a Vitest JSON report. A file that could not be loaded or prepared counts as one failure. */
export function countVitest(file: string, exitCode: number): Counts {
  return countReport<VitestReport>(file, exitCode, ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    failures: testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      return status === 'failed' && failed.length === 0
        ? [withReason(relative(root, name), message)]
        : failed.map(({ fullName, failureMessages }) =>
            withReason(`${relative(root, name)} › ${fullName}`, failureMessages?.[0]),
          );
    }),
  }));
}

/** Tests of a Playwright JSON report. A test that passed only on the second try counts as failed. */
export function countPlaywright(file: string, exitCode: number): Counts {
  return countReport<PlaywrightReport>(file, exitCode, ({ suites, stats, errors }) => ({
    passed: stats.expected,
    failures: [
      ...suites
        .flatMap(specsOf)
        .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
        .map(({ file: name, line, title, tests }) => withReason(`${name}:${line} › ${title}`, errorOf(tests))),
      ...errors.map(({ message = 'an error outside tests' }) => message),
    ],
  }));
}

const specsOf = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** The error of the first attempt that failed. */
export const errorOf = (tests: PlaywrightTest[]): string | undefined =>
  tests.flatMap(({ results = [] }) => results).find(({ error }) => error)?.error?.message;

/** Often only the end of a run's output is available, so a short form of the reasons is repeated there. */
export function withReason(test: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return [test, ...lines.slice(0, MAX_LINES).map((line) => `    ${line.slice(0, MAX_COLUMNS)}`)].join('\n');
}

const MAX_LINES = 12;
const MAX_COLUMNS = 200;

/** A run that failed without a failed test, or wrote no report, counts as one failure. */
function countReport<Report>(
  file: string,
  exitCode: number,
  count: (report: Report) => Omit<Counts, 'failed'>,
): Counts {
  const { passed, failures } = existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')) as Report)
    : { passed: 0, failures: ['no report was written'] };
  const all = failures.length === 0 && exitCode !== 0 ? [`the run ended with exit code ${exitCode}`] : failures;
  return { passed, failed: all.length, failures: all };
}
