import { describe, expect, test } from 'vitest';
import { readText, repositoryFiles } from './repositoryFiles.ts';

interface Row {
  id: string;
  status: string;
}

/** `NEWS-003` for product requirements, `T4` for those of the trust page. */
const ID = String.raw`(?:[A-Z]+-\d{3}|[TSHXUADLRB]\d{1,2})`;
const ROW = new RegExp(String.raw`^\| (${ID}) \| .+ \| .+ \| (.+) \|$`);
const CITATION = new RegExp(String.raw`\[(${ID}(?:, ${ID})*)\]`, 'g');
const STATUS = /^(?:tested|open|issue \d+|tested, rest (?:open|issue \d+))$/;

/** The rows of docs/requirements.md; a table line that is neither a row nor a header is an error. */
function readRows(): Row[] {
  return readText('docs/requirements.md')
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('|') || line.startsWith('| id |') || line.startsWith('|---')) return [];
      const [, id, status] = ROW.exec(line) ?? [];
      if (id === undefined || status === undefined) throw new Error(`Not a row: ${line}`);
      return [{ id, status }];
    });
}

/** A file other than a test file that contains test titles. */
const TITLES = 'e2e/support/pageStates.ts';

/** Every id that a test file cites, with the files that cite it. */
function readCitations(): Map<string, string[]> {
  const citations = new Map<string, string[]>();
  for (const path of repositoryFiles()) {
    const isTest = /\.(?:test\.tsx?|spec\.ts)$/.test(path) || path === TITLES;
    if (!isTest || path === 'tools/checks/requirements.test.ts') continue;
    for (const [, ids = ''] of readText(path).matchAll(CITATION)) {
      for (const id of ids.split(', ')) citations.set(id, [...(citations.get(id) ?? []), path]);
    }
  }
  return citations;
}

describe('docs/requirements.md', () => {
  const rows = readRows();
  const citations = readCitations();

  test('no two rows share an id', () => {
    const ids = rows.map((row) => row.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('every row has a known status', () => {
    expect(rows.filter((row) => !STATUS.test(row.status))).toEqual([]);
  });

  test('every row marked as tested is cited by a test', () => {
    const claimed = rows.filter((row) => row.status.startsWith('tested'));
    expect(claimed.map((row) => row.id).filter((id) => !citations.has(id))).toEqual([]);
  });

  test('every cited id has a row', () => {
    const known = new Set(rows.map((row) => row.id));
    expect([...citations].filter(([id]) => !known.has(id))).toEqual([]);
  });

  test('a row that a test cites is not marked as open', () => {
    expect(rows.filter((row) => citations.has(row.id) && !row.status.startsWith('tested'))).toEqual([]);
  });
});
