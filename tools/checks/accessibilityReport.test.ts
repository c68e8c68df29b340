import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';

/** `| criterion | level | conformance | remarks |` */
const rows = readText('docs/accessibility.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, criterion = '', , conformance = '', remarks = '']) => ({ criterion, conformance, remarks }));

const testFile = /`([\w./-]+\.(?:test|spec)\.tsx?)`/g;
const requirement = /\[([A-Z]+-\d{3}(?:, [A-Z]+-\d{3})*)\]/g;

test('the conformance report covers every criterion of WCAG 2.2, A and AA', () => {
  expect(rows).toHaveLength(55);
  expect(
    rows.filter(
      ({ conformance }) => !/^(?:Supports|Partially supports|Does not support|Not applicable)$/.test(conformance),
    ),
  ).toEqual([]);
});

test('each criterion of the conformance report names a test, or says that it was checked by reading or what is missing [ACCESS-006]', () => {
  const unproven = rows.filter(
    ({ conformance, remarks }) =>
      conformance.endsWith('upports') &&
      !remarks.match(testFile) &&
      !remarks.match(requirement) &&
      !/By reading/.test(remarks),
  );
  expect(unproven.map(({ criterion }) => criterion)).toEqual([]);
});

test('every test and requirement that the conformance report names exists [ACCESS-006]', () => {
  const text = readText('docs/accessibility.md');
  const files = repositoryFiles();
  const tested = new Set(
    [...readText('docs/requirements.md').matchAll(/^\| ([A-Z]+-\d{3}) \|.*\| tested/gm)].map(([, id]) => id),
  );
  const named = [...text.matchAll(testFile)].map(([, path]) => path!);
  expect(named.filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`)))).toEqual([]);
  const ids = [...text.matchAll(requirement)].flatMap(([, list]) => list!.split(', '));
  expect(ids.filter((id) => !tested.has(id))).toEqual([]);
});
