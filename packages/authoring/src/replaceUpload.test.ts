import type { ContentComponent } from '@portico/kinds/content';
import { expect, test } from 'vitest';
import { applyChanges } from './applyChange.ts';
import { blankDraft } from './blankDraft.ts';
import { replaceUpload, type Substitute } from './replaceUpload.ts';

const OLD = '5f9b1d4e-0000-4000-a000-000000000001';
const NEW = '5f9b1d4e-0000-4000-a000-000000000002';
const OTHER = '5f9b1d4e-0000-4000-a000-000000000003';
const picture = (id: string, own: object = {}) => ({
  id,
  alt: 'A bridge',
  width: 800,
  height: 400,
  widths: [320, 640],
  ...own,
});
const next = (own: object = {}): Substitute => ({
  kind: 'Picture',
  id: NEW,
  width: 1200,
  height: 600,
  widths: [320, 640, 960, 1200],
  alt: 'A harbor',
  credit: 'J. Doe',
  ...own,
});
const draftWith = (components: object[], fields: object = {}) => ({
  fields: { ...blankDraft.fields, ...fields },
  trees: { ...blankDraft.trees, components: components as ContentComponent[] },
});
const replacing = (components: object[], substitute: Substitute, fields: object = {}) => {
  const draft = draftWith(components, fields);
  const replaced = replaceUpload(draft, OLD, substitute);
  return { ...replaced, after: applyChanges(draft, replaced.changes).draft };
};

test('a picture is replaced in fields, galleries and nested components, and nothing else changes [DESK-223]', () => {
  const gallery = {
    id: 'g',
    type: 'ImageGallery',
    images: [{ image: picture(OLD), title: 'One' }, { image: picture(OTHER) }],
  };
  const inside = { id: 'i', type: 'Image', image: picture(OLD) };
  const columns = { id: 'c', type: 'Columns', columns: [{ components: [inside] }, { components: [] }] };
  const text = { id: 't', type: 'Header', level: 2, text: OLD };
  const { after, changes, uses } = replacing([gallery, columns, text], next(), { image: picture(OLD) });
  const harbor = {
    id: NEW,
    alt: 'A harbor',
    width: 1200,
    height: 600,
    widths: [320, 640, 960, 1200],
    credit: 'J. Doe',
  };
  expect(uses).toBe(3);
  expect(changes).toHaveLength(3);
  expect(after.fields.image).toEqual(harbor);
  expect(after.trees.components).toEqual([
    { ...gallery, images: [{ image: harbor, title: 'One' }, { image: picture(OTHER) }] },
    { ...columns, columns: [{ components: [{ ...inside, image: harbor }] }, { components: [] }] },
    text,
  ]);
});

test('a decorative picture stays decorative, and a text stays where none is proposed [DESK-225]', () => {
  const image = (own: object, substitute: Substitute) => {
    const { after, keptTexts } = replacing([], substitute, { image: picture(OLD, own) });
    return [after.fields.image?.alt, after.fields.image?.credit, keptTexts];
  };
  expect(image({}, next())).toEqual(['A harbor', 'J. Doe', 0]);
  expect(image({ alt: '' }, next())).toEqual(['', 'J. Doe', 0]);
  expect(image({ credit: 'Former' }, next({ alt: null, credit: '' }))).toEqual(['A bridge', undefined, 1]);
  expect(image({ alt: '' }, next({ alt: null }))).toEqual(['', 'J. Doe', 0]);
  expect(image({}, next({ alt: '' }))).toEqual(['', 'J. Doe', 0]);
});

test('a focal point stays in a picture of the same proportions and is dropped in another one [DESK-225]', () => {
  const focus = { x: 20, y: 80 };
  const image = (substitute: Substitute) => {
    const { after, droppedFocuses } = replacing([], substitute, { image: picture(OLD, { focus }) });
    return [after.fields.image?.focus, droppedFocuses];
  };
  expect(image(next())).toEqual([focus, 0]);
  expect(image(next({ width: 1209 }))).toEqual([focus, 0]);
  expect(image(next({ width: 1215 }))).toEqual([undefined, 1]);
  expect(image(next({ width: 600, height: 1200 }))).toEqual([undefined, 1]);
});

test('a file is replaced with its name, format and size, and a picture never by a file [DESK-223]', () => {
  const file = (fileId: string) => ({ fileId, fileName: 'fees.pdf', format: 'PDF' as const, bytes: 10 });
  const later = { fileId: NEW, fileName: 'fees-2026.docx', format: 'DOCX' as const, bytes: 20 };
  const { after, uses } = replacing([], { kind: 'File', file: later }, { file: file(OLD), image: picture(OLD) });
  expect([after.fields.file, after.fields.image, uses]).toEqual([later, picture(OLD), 1]);
  expect(replacing([], { kind: 'File', file: later }, { file: file(OTHER) }).changes).toEqual([]);
});
