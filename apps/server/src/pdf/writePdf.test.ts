import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { textOfPdf } from './testing/textOfPdf.ts';
import { writePdf, type PdfBlock } from './writePdf.ts';

const write = (...blocks: PdfBlock[]) =>
  writePdf({ title: 'Größe', author: 'Pörtico', createdAt: new Date('2026-06-01T00:00:00Z'), blocks });

const everything: PdfBlock[] = [
  { is: 'title', text: 'Straße, ẞ and Łódź' },
  { is: 'heading', text: 'Nguyễn Ελένη Жанна' },
  { is: 'table', header: [], shares: [0.3, 0.7], rows: [['Person', 'Öztürk-Meyer']] },
  {
    is: 'table',
    header: ['For', 'Hours'],
    shares: [0.5, 0.5],
    rows: Array.from({ length: 80 }, (_, one) => [`Row ${one}`, '1']),
  },
  { is: 'text', text: 'x'.repeat(400) },
];

test('a written PDF has real text, a title, a language, and tags for headings, paragraphs and tables [CREDIT-044]', async () => {
  const { text, info, language, roles, pages } = await textOfPdf(await write(...everything));
  expect(text).toContain('Straße, ẞ and Łódź Nguyễn Ελένη Жанна Person Öztürk-Meyer For Hours Row 0 1 Row 1 1');
  expect(text).toContain('Row 79 1');
  expect(text.replaceAll(' ', '')).toContain('x'.repeat(400));
  expect(info).toMatchObject({ Title: 'Größe', Author: 'Pörtico' });
  expect([language, pages]).toEqual(['en-US', 3]);
  for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) expect(roles).toContain(role);
});

test('all fonts of a written PDF are embedded [CREDIT-044]', async () => {
  const bytes = (await write(...everything)).toString('latin1');
  expect(bytes.match(/\/Type \/FontDescriptor/g)).toHaveLength(2);
  expect(bytes.match(/\/FontFile2 /g)).toHaveLength(2);
  expect(bytes).not.toContain('/Subtype /Type1');
});

test('characters that the font lacks are drawn as boxes, and stay in the file as text [CREDIT-044]', async () => {
  const bytes = await write({ is: 'text', text: 'Ana 中村\u202E' });
  expect((await textOfPdf(bytes)).text).toContain('Ana □□');
  const stored = Buffer.from('\uFEFFAna 中村 ', 'utf16le').swap16().toString('latin1');
  expect(bytes.toString('latin1').replaceAll('\\(', '(').replaceAll('\\)', ')')).toContain(stored);
});

const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
test.skipIf(!hasQpdf)('qpdf finds nothing wrong in a written PDF; needs qpdf [CREDIT-044]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-pdf-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'file.pdf');
  await writeFile(path, await write(...everything));
  const { status, stderr, stdout } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
});
