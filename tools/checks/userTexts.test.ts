import { expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';
import { literalUserTexts } from './userTexts.ts';

/** Files and folders that may contain texts for people, and why. */
const exceptions: Record<string, string> = {};
const isException = (path: string) => Object.keys(exceptions).some((start) => path.startsWith(start));

const files = repositoryFiles().filter(
  (path) => /^(?:apps\/web|packages\/sidebar)\/src\/.*\.tsx$/.test(path) && !/\.test\.|\/testing\//.test(path),
);

test('texts for people are in public/locales, not in code', () => {
  const found = files.flatMap((path) =>
    isException(path) ? [] : literalUserTexts(path, readText(path)).map((text) => `${path}:${text}`),
  );
  expect(found).toEqual([]);
});

test('every exception of the check for texts in code is still needed', () => {
  const hasTexts = (path: string) => literalUserTexts(path, readText(path)).length > 0;
  expect(
    Object.keys(exceptions).filter((start) => !files.some((path) => path.startsWith(start) && hasTexts(path))),
  ).toEqual([]);
});

test.each([
  ['<p>Hello</p>', ['1: Hello']],
  ["<p>{isLate ? 'Overdue' : t('widgets.due')}</p>", ['1: Overdue']],
  ["<p>{isLate && 'Overdue'}</p>", ['1: Overdue']],
  ['<img alt="A picture" />', ['1: A picture']],
  ['<Field label={`Page ${page}`} />', ['1: Page …']],
  ['<Field label={isOpen ? "Close" : "Open"} />', ['1: Close', '1: Open']],
  ["<p>{t('news.title')} · {count}%</p>", []],
  ['<Field name="title" className="wide" label={label} />', []],
  ['<>\n  <b>Two</b>\n</>', ['2: Two']],
])('the check for texts in code finds in %s: %j', (code, found) => {
  expect(literalUserTexts('Example.tsx', `export const example = ${code};`)).toEqual(found);
});
