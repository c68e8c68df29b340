import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compoundFile, docxFile, zipFile } from '@portico/server/testing/files/officeFiles';
import { pdfFile } from '@portico/server/testing/files/pdfFile';
import { expect, test } from 'vitest';
import { itemIdOf } from './itemId.ts';
import { collection, newsLine, PIXEL, portal, shown, write } from './testing/testCollection.ts';

const documentLine = (id: string, file: string) => ({
  id,
  title: `Document ${id}`,
  file,
  categories: [],
  publishedAt: '2026-03-01T10:00:00Z',
});

test('documents that cannot be read are imported and named in the report, encrypted ones as encrypted [FILE-001]', async () => {
  const { db, run } = await portal();
  const files = {
    'good.pdf': pdfFile(['Words']),
    'half.pdf': pdfFile(['Words']).subarray(0, 40),
    'empty.docx': docxFile('<w:p>').subarray(0),
    'locked.xlsx': compoundFile(['EncryptionInfo', 'EncryptedPackage']),
    'zipped.docx': zipFile([{ name: '[Content_Types].xml', data: '<Types/>', lies: { flags: 1 } }]),
    'memo.doc': 'x',
  };
  const folder = await collection({
    'documents.jsonl': Object.keys(files).map((name, index) => documentLine(`d${index}`, name)),
  });
  await mkdir(join(folder, 'files'));
  await write(join(folder, 'files'), files);
  const report = await run(folder);
  expect(report.notes.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
    'd1 files/half.pdf is damaged: it may not open, and search does not find its text',
    'd2 files/empty.docx is damaged: it may not open, and search does not find its text',
    'd3 files/locked.xlsx is encrypted: people need its password, and search does not find its text',
  ]);
  expect(report.rejected).toMatchObject([
    { id: 'd4', reason: 'The file is encrypted.' },
    {
      id: 'd5',
      reason: 'Files ending in .doc are of an old kind and not accepted. Please save the file as DOCX and add that.',
    },
  ]);
  expect(report.describe()).toContain('documents.jsonl:4 d3: files/locked.xlsx is encrypted');
  expect(await shown(db, 'd3')).toBeDefined();
  expect((await run(folder)).notes, 'the next import names them again').toHaveLength(3);
});

test('file names can contain spaces and other common characters, but no folder [FILE-002]', async () => {
  const { db, run } = await portal();
  const names = ['Fee schedule (2026) – “new” & final, v1.2.txt', 'Größe 👩‍👩‍👧.txt', 'a"b|c<d>.txt', '../x.txt', '.x.txt'];
  const folder = await collection({
    'images.jsonl': [{ id: 'img', file: 'A photo (1).jpg', alt: '' }],
    'images/A photo (1).jpg': PIXEL,
    'documents.jsonl': names.map((name, index) => documentLine(`d${index}`, name)),
  });
  await mkdir(join(folder, 'files'));
  await write(join(folder, 'files'), Object.fromEntries(names.slice(0, 3).map((name) => [name, `Words of ${name}`])));
  const report = await run(folder);
  expect(report.rejected.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
    'd3 file: It must be the name of a file, without a folder',
    'd4 file: It must be the name of a file, without a folder',
  ]);
  expect(report.counts.get('pictures')).toMatchObject({ added: 1 });
  for (const [index, name] of names.slice(0, 3).entries())
    expect((await shown(db, `d${index}`))!.details).toMatchObject({ fileName: name });
});

test('wrong types in JSON are rejected with plain-language reasons [FILE-003]', async () => {
  const { run } = await portal();
  const report = await run(
    await collection({
      'news.jsonl': [
        newsLine('a', { title: 5, categories: 'Tax', authorDepartment: ['x'] }),
        newsLine('b', { body: null, description: { a: 1 }, publishedAt: 'soon' }),
        newsLine('c', { title: undefined }),
        '[1]',
        '"text"',
      ],
      'settings.json': { shiftDates: 'yes' },
    }),
  );
  expect(report.rejected.map(({ file, line, reason }) => `${file}:${line ?? ''} ${reason}`)).toEqual([
    'settings.json: shiftDates: It must be true or false, not text',
    'news.jsonl:1 title: It must be text, not a number; categories: It must be a list, not text; authorDepartment: It must be text, not a list',
    'news.jsonl:2 description: It must be text, not an object; publishedAt: It must be a time such as 2026-03-09T14:00:00Z; body: It must be text or a list, not null',
    'news.jsonl:3 title: It is missing',
    'news.jsonl:4 It must be an object, not a list',
    'news.jsonl:5 It must be an object, not text',
  ]);
});

test('an import can refer to pictures, items and documents that are already in the portal [FILE-004]', async () => {
  const { db, run } = await portal();
  const first = await collection({
    'images.jsonl': [{ id: 'img-1', file: 'one.jpg', alt: 'A grey dot' }],
    'images/one.jpg': PIXEL,
    'news.jsonl': [newsLine('n1', { image: 'img-1' })],
    'documents.jsonl': [documentLine('rates', 'rates.txt')],
  });
  await mkdir(join(first, 'files'));
  await write(join(first, 'files'), { 'rates.txt': 'words' });
  await run(first);
  const { image } = (await shown(db, 'n1'))!;
  const { id: pictureId } = image as { id: string };

  const second = await collection({
    'news.jsonl': [newsLine('n2', { image: 'img-1' }), newsLine('n3', { image: pictureId })],
    'menu.json': { menuItems: [{ id: 'm', name: 'News', kind: 'Link', pageLink: 'item:n1' }], avatarMenuItems: [] },
    'pages.json': JSON.stringify([
      {
        id: 'support',
        path: '/support',
        header: 'Support',
        components: [
          { id: 'one', type: 'Link', text: 'By external id', href: 'item:n1' },
          { id: 'two', type: 'Link', text: 'By id', href: `item:${itemIdOf('n1')}` },
          { id: 'three', type: 'Link', text: 'A document', href: 'item:rates' },
          { id: 'files', type: 'FileList', files: [{ document: 'rates' }] },
          { id: 'picture', type: 'Image', image: 'img-1', size: 'Big', alignment: 'Left' },
        ],
      },
    ]),
  });
  const report = await run(second);
  expect([report.rejected, report.notes]).toEqual([[], []]);
  expect((await shown(db, 'n2'))!.image).toEqual(image);
  expect((await shown(db, 'n3'))!.image).toEqual(image);
  expect((await shown(db, 'support'))!.components).toMatchObject([
    { href: `/news/${itemIdOf('n1')}` },
    { href: `/news/${itemIdOf('n1')}` },
    { href: `/documents?preview=${itemIdOf('rates')}` },
    { files: [{ documentId: itemIdOf('rates'), title: 'Document rates', format: 'TXT', bytes: 5 }] },
    { image: { id: pictureId, alt: 'A grey dot' } },
  ]);
  expect(await db.selectFrom('menu_items').select('page_link').execute()).toEqual([
    { page_link: `/news/${itemIdOf('n1')}` },
  ]);
});
