import { plainInline } from '@portico/kinds/plainText';
import { expect, test } from 'vitest';
import { DroppedCount } from './dropped.ts';
import { linesOf } from './pieces.ts';
import { readMarkdown } from './readMarkdown.ts';

const read = (markdown: string) => readMarkdown(markdown, new DroppedCount(), { hasPictures: false });
const lines = (markdown: string) => linesOf(read(markdown)).map(plainInline);

test('cells of Markdown beyond the columns of their table are kept [STUDIO-400]', () => {
  expect(lines('| a | b |\n|---|---|\n| 1 | 2 | **3** \\| x | 4 |\n| 5 |')).toEqual([
    'a | b |  | ',
    '1 | 2 | 3 | x | 4',
    '5 |  |  | ',
  ]);
});

test('Markdown of GitHub keeps checklists, struck words and web addresses [STUDIO-400]', () => {
  expect(lines('- [x] Done\n- [ ] To do')).toEqual(['• ☑ Done', '• ☐ To do']);
  expect(read('Not ~~now~~ at www.irs.gov.')).toMatchObject([
    {
      text: [
        {},
        { text: 'now', marks: [{ type: 'strike' }] },
        {},
        { marks: [{ attrs: { href: 'http://www.irs.gov' } }] },
        {},
      ],
    },
  ]);
});

test('code, quotations and headings inside an entry stay in it, and the list continues [STUDIO-400]', () => {
  const markdown = '1. One\n\n   ```\n   a = 1\n   ```\n2. Two\n\n   > Said\n3. ## Three\n\n   four';
  expect(lines(markdown)).toEqual(['1. One\na = 1', '2. Two\nSaid', '3. Three\nfour']);
});

test('Markdown nested deeper than a program can read becomes text [STUDIO-400]', () => {
  expect(lines(`${'>'.repeat(20_000)} words`).join('')).toContain('words');
});
