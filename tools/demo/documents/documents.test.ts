import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTestFile } from '@portico/server/testing/files/readTestFile';
import { sharedPortal } from '@portico/server/testing/testPortal';
import { expect, onTestFinished, test } from 'vitest';
import { documentBlocks, type Block } from './documentText.ts';
import { handbookText } from './handbookText.ts';
import { writeSlides } from './slidesFile.ts';
import { writeWord } from './wordFile.ts';
import { writeWorkbook } from './workbookFile.ts';

const shared = sharedPortal();

/** What the portal reads from a file that was written from markdown. */
async function readBack(write: (blocks: Block[], path: string) => Promise<void>, name: string, markdown: string) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-document-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await write(documentBlocks(markdown), join(folder, name));
  return readTestFile(shared(), await readFile(join(folder, name)), name);
}

test('a Word document written from markdown has headings, lists, quotations and tables, and no empty table header', async () => {
  const { state, texts } = await readBack(
    writeWord,
    'form.docx',
    '# Title\nBelow & 1 < 2\n\n1. One\n2. **Two**\n\n> Said\n\n| | |\n| --- | --- |\n| Name | |\n\n---\n\nEnd',
  );
  expect(state).toBe('Read');
  // The text of the footer is last in every document.
  expect(texts.map(({ text }) => text).join('\n')).toMatch(/^Title\nBelow & 1 < 2\nOne\nTwo\nSaid\nName\nEnd\n/);
});

test('a workbook written from markdown has a sheet for each heading, with numbers, percentages, dollars, and formulas with their values', async () => {
  const { state, texts, preview } = await readBack(
    writeWorkbook,
    'sheet.xlsx',
    '## Fees\n| Fee | Amount | Share | Sum |\n| --- | --- | --- | --- |\n| Wire | $1,250 | 4.5% | =B2*2 → 2500 |\n\n## Notes\n| Note |\n| --- |\n| Example |',
  );
  expect(state).toBe('Read');
  const text = texts.map((page) => page.text).join('\n');
  for (const word of ['Wire', 'Example', '$1,250', '4.5%', '2,500']) expect(text).toContain(word);
  expect(JSON.stringify(preview)).toMatch(/Fees.*Notes/);
});

test('slides written from markdown begin at headings and contain lists and tables', async () => {
  const { state, texts } = await readBack(
    writeSlides,
    'talk.pptx',
    '# Cover\nWho speaks\n\n## Second\n- Point\n\n## Third\n| A | B |\n| --- | --- |\n| 1 | 2 |',
  );
  expect(state).toBe('Read');
  expect(texts.map(({ page }) => page)).toEqual([1, 2, 3]);
  expect(texts[1]!.text).toContain('Point');
  expect(texts[2]!.text).toMatch(/A · B\s+1 · 2/);
});

test('a handbook has a chapter for each guide in its categories, including their expandable sections', () => {
  const text = handbookText('# Handbook\n\n{{resources: Transfers}}');
  expect(text).toContain('## Transfer an account with ACATS');
  expect(text).toContain('### Prepare');
  expect(text).toContain('#### Can I trade during the transfer?');
  expect(text).not.toContain('## Benefits at a glance');
  expect(text).not.toContain('{{');
});
