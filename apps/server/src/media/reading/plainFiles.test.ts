import { expect, test } from 'vitest';
import { readCsv } from './plainFiles.ts';

const rowsOf = (text: string | Buffer, charset = 'utf-8') => {
  const { preview } = readCsv(Buffer.from(text as string), charset);
  return preview?.kind === 'Sheets' ? preview.sheets[0]!.rows : undefined;
};

test.for<[what: string, text: string, rows: string[][]]>([
  [
    'a delimiter in quotes',
    'phone;"Last, first"\n5550101;"Odell, Ray"\n',
    [
      ['phone', 'Last, first'],
      ['5550101', 'Odell, Ray'],
    ],
  ],
  [
    'quotes around every cell',
    '"a;b","c"\n"d;e;f","g"',
    [
      ['a;b', 'c'],
      ['d;e;f', 'g'],
    ],
  ],
  [
    'a line break in quotes',
    '"Main St.; rear\nSalem, OR";west\nx;y',
    [
      ['Main St.; rear\nSalem, OR', 'west'],
      ['x', 'y'],
    ],
  ],
  [
    'decimal commas',
    'fund;fee\nBond;0,45\nStock;1,10',
    [
      ['fund', 'fee'],
      ['Bond', '0,45'],
      ['Stock', '1,10'],
    ],
  ],
  [
    'only decimal numbers',
    '1,5;2,5\n3,5;4,5',
    [
      ['1,5', '2,5'],
      ['3,5', '4,5'],
    ],
  ],
  [
    'whole numbers',
    '1,2,3\n4,5,6',
    [
      ['1', '2', '3'],
      ['4', '5', '6'],
    ],
  ],
  [
    'bars',
    'a|b\nc|d, e',
    [
      ['a', 'b'],
      ['c', 'd, e'],
    ],
  ],
  [
    'tabs beside commas',
    'name\tnote\nAna\tone, two\nBo\tthree, four',
    [
      ['name', 'note'],
      ['Ana', 'one, two'],
      ['Bo', 'three, four'],
    ],
  ],
  [
    'a title above the table',
    'Fees, all branches\n\na;b;c\n1;2;3\n4;5;6',
    [['Fees, all branches'], ['a', 'b', 'c'], ['1', '2', '3'], ['4', '5', '6']].map((row) =>
      [...row, '', ''].slice(0, 3),
    ),
  ],
  ['a declared delimiter', 'sep=;\r\na,b;c\r\n', [['a,b', 'c']]],
  ['a declared delimiter after a byte order mark', '\ufeffsep=|\na,b|c', [['a,b', 'c']]],
  [
    'doubled quotes',
    '"say ""a;b"";",c\n1,2',
    [
      ['say "a;b";', 'c'],
      ['1', '2'],
    ],
  ],
])('a CSV file with %s is divided into its cells [FILE-070]', ([, text, rows]) => {
  expect(rowsOf(text)).toEqual(rows);
});

test('a CSV file in UTF-16 and one without a table are read [FILE-070]', () => {
  expect(rowsOf(Buffer.from('\ufeffa;b\n"x;y";z', 'utf16le'), 'utf-16le')).toEqual([
    ['a', 'b'],
    ['x;y', 'z'],
  ]);
  expect(rowsOf('')).toEqual([]);
  expect(rowsOf('one\ntwo')).toEqual([['one'], ['two']]);
});

test('search finds the last word of a CSV file of 20,000 rows [FILE-067]', () => {
  const { texts, preview } = readCsv(
    Buffer.from(Array.from({ length: 20_000 }, (_, index) => `holder${index},branch`).join('\n')),
    'utf-8',
  );
  expect(texts.at(-1)?.text).toMatch(/holder19999 · branch$/);
  expect(preview).toMatchObject({ sheets: [{ totalRows: 20_000, totalColumns: 2 }] });
});
