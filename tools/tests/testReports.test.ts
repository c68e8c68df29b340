import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../root.ts';
import { countPlaywright, countVitest } from './testReports.ts';

function reportFile(report: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const failureMessages = [
  '\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n\n    at one.test.ts:3:1\n    at run',
];

test('a failed Vitest test is listed with the start of its message, without colors and stack trace', () => {
  const file = reportFile({
    numPassedTests: 3,
    testResults: [
      {
        name: join(root, 'one.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'failed', failureMessages },
          { fullName: 'subtracts', status: 'passed', failureMessages: [] },
        ],
      },
      { name: join(root, 'two.test.ts'), status: 'failed', message: 'Cannot find three.ts', assertionResults: [] },
      {
        name: join(root, 'four.test.ts'),
        status: 'failed',
        message: 'No database',
        assertionResults: [{ fullName: 'reads', status: 'skipped', failureMessages: [] }],
      },
    ],
  });
  expect(countVitest(file, 1)).toEqual({
    passed: 3,
    failed: 3,
    failures: [
      'one.test.ts › adds\n    AssertionError: expected 1 to be 2',
      'two.test.ts\n    Cannot find three.ts',
      'four.test.ts\n    No database',
    ],
  });
});

test('a journey that passed only on the second try is listed with the message of the first, cut to twelve lines', () => {
  const message = Array.from({ length: 13 }, (_, index) => `line ${index + 1}`).join('\n');
  const spec = { file: 'news.spec.ts', line: 7, title: 'reads', ok: true };
  const tests = [{ status: 'flaky', results: [{ error: { message } }, {}] }];
  const file = reportFile({ suites: [{ specs: [{ ...spec, tests }] }], stats: { expected: 1 }, errors: [] });
  const { failed, failures } = countPlaywright(file, 0);
  expect([failed, failures[0]!.split('\n').slice(0, 2), failures[0]!.split('\n').at(-1)]).toEqual([
    1,
    ['news.spec.ts:7 › reads', '    line 1'],
    '    line 12',
  ]);
});

test('a test run that failed without a failed test, or wrote no report, counts as one failure', () => {
  const file = reportFile({ numPassedTests: 1, testResults: [] });
  expect(countVitest(file, 0)).toEqual({ passed: 1, failed: 0, failures: [] });
  expect(countVitest(file, 1).failures).toEqual(['the run ended with exit code 1']);
  expect(countVitest(`${file}.missing`, 1).failures).toEqual(['no report was written']);
});
