import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeFileName } from './fileName.ts';

const sanitized = (name: string): string => {
  try {
    return safeFileName(name).fileName;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('normal names in any script are unchanged, including characters that file systems reject and joined emoji [FILE-002]', () => {
  for (const name of [
    'Fees 2026.pdf',
    'v1.2 of it.docx',
    'Übersicht.xlsx',
    '規則.pdf',
    'قواعد.pdf',
    "O'Neil & Sons (final).csv",
    '2024.03.05 findings.xlsx',
    'Q1–Q2 👍.pptx',
    'The "final" <draft> | 50% : 1*.pdf',
    'Family 👩‍👩‍👧‍👦 and 👩🏽‍⚕️ and ❤️‍🔥.pdf',
  ])
    expect(sanitized(name)).toBe(name.normalize('NFC'));
  expect(safeFileName('Report.PDF')).toEqual({ fileName: 'Report.PDF', extension: 'pdf' });
});

test('folders, control, bidirectional and invisible characters are removed [U5]', () => {
  expect(sanitized('../../etc/passwd.txt')).toBe('passwd.txt');
  expect(sanitized('C:\\Users\\ana\\plan.pdf')).toBe('plan.pdf');
  expect(sanitized('in\r\nSet-Cookie: a=b.pdf')).toBe('in Set-Cookie: a=b.pdf');
  expect(sanitized('invoice\u202Efdp.txt')).toBe('invoicefdp.txt');
  expect(sanitized('a\u200Bb\u2066c\uFEFF.pdf')).toBe('abc.pdf');
  expect(sanitized('a\u200d👍\u200d\u200db👍\u200d.pdf')).toBe('a👍b👍.pdf');
  expect(sanitized('a\u00a0\u2003 b.pdf')).toBe('a b.pdf');
  expect(sanitized('con.pdf')).toBe('_con.pdf');
  expect(sanitized('LPT1.notes.txt')).toBe('_LPT1.notes.txt');
});

test('deceptive names are rejected [U1]', () => {
  for (const name of [
    '',
    '.',
    '../..',
    '.pdf',
    '.hidden.pdf',
    ' a.pdf',
    'a.pdf ',
    'a.pdf.',
    'a.pdf\u00a0',
    'a\0.pdf',
    'a.pdf\0.exe',
    'noending',
    'a .pdf',
    'a.exe.pdf',
    'a.PhP.pdf',
    'a.pdf.docx',
    'a.html.txt',
    'a.docm.docx',
    'a. exe.pdf',
    'folder/',
    '\u202E.pdf',
  ])
    expect(sanitized(name), JSON.stringify(name)).toBe('invalid_input');
});

test('what remains after hidden characters are removed is normalized', () => {
  expect(sanitized('e\u200b\u0301.pdf')).toBe('\u00e9.pdf');
  expect(sanitized('\u{16b30}\ud7c7\u{16af0}.pdf')).toBe('\u{16af0}\u{16b30}.pdf');
});

test('names are cut to 200 characters and keep their extension', () => {
  expect(sanitized(`${'a'.repeat(196)}.pdf`)).toHaveLength(200);
  expect(sanitized(`${'a'.repeat(500)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
});

test('any name becomes safe, and sanitizing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('pdf', 'txt', 'exe'), (stem, ending) => {
      const name = sanitized(`${stem}.${ending}`);
      if (name === 'invalid_input') return;
      expect(name).not.toMatch(/(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}/\\]/u);
      expect(name.length).toBeLessThanOrEqual(200);
      expect(name.endsWith(`.${ending}`)).toBe(true);
      expect(sanitized(name)).toBe(name);
    }),
    { numRuns: 2000 },
  );
});
