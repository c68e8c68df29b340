import { sameTexts } from '@portico/testing/sameTexts';
import { expect, test } from 'vitest';
import { asDocx, asOdt, asRtf } from '../../testing/files/officeTexts.ts';
import { readDocx } from './docx.ts';
import { readOdt } from './odt.ts';
import type { Reading } from './reading.ts';
import { readRtf } from './rtf.ts';

const sourceOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (start: number, length: number) => bytes.subarray(start, start + length),
});

const readers: Array<[string, (text: (typeof sameTexts)[number]) => Promise<Reading>]> = [
  ['DOCX', ({ office }) => readDocx(sourceOf(asDocx(office)))],
  ['ODT', ({ office }) => readOdt(sourceOf(asOdt(office)))],
  ['RTF', async ({ office }) => readRtf(asRtf(office))],
];

test.each(readers.flatMap(([format, read]) => sameTexts.map((text) => ({ format, read, text, name: text.name }))))(
  'the preview of the format $format shows $name as a paste and an import do [STUDIO-400]',
  async ({ read, text }) => {
    const { preview } = await read(text);
    if (preview?.kind !== 'Components') throw new Error('it is not shown as a document');
    expect(preview.isCut).toBe(false);
    expect(preview.components.map(({ id: _, ...component }) => component)).toEqual(text.components);
  },
);
