import { randomUUID } from 'node:crypto';
import type { ContentComponent } from '@portico/kinds/content';
import type { ImageRef } from '@portico/kinds/media';
import type { Change } from '@portico/contracts/studio/draft';
import { setApprovalRules } from '@portico/contracts/studio/roles';
import { listStudioCategories, listStudioDocuments, listStudioPictures } from '@portico/contracts/studio/pickers';
import { changeStudioItem, createStudioItem } from '@portico/contracts/studio/studio';
import { describe, expect, test } from 'vitest';
import { storePictures } from '../../testing/files/storePictures.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const portal = sharedPortal({
  now: new Date('2026-11-20T12:00:00Z'),
  env: { DEPARTMENTS_CLAIM: 'custom:departments' },
});
const as = (name: string) => portal().as(name);
const hidden = { audience: ['InsuranceOnly' as const], authorDepartment: 'Compliance' };
const own = { audience: ['InsuranceOnly' as const], authorDepartment: 'Operations' };
const change = (itemId: string, changes: Change[], base = 0) => ({
  params: { itemId },
  body: { clientId: randomUUID(), batchId: randomUUID(), base, changes },
});
const aPicture = (alt: string): ImageRef => ({ id: randomUUID(), alt, width: 640, height: 320, widths: [320, 640] });

describe('choosing a document', () => {
  test('finds published documents by words of the title or file name, if the person may open them [STUDIO-344]', async () => {
    const { make } = portal();
    const fee = await make.document({ header: 'Advisory fee schedule', fileName: 'ADV-2A.txt', text: 'a' });
    await make.document({ ...hidden, header: 'Fee exceptions of Compliance', text: 'b' });
    await make.document({ ...own, header: 'Fee worksheet of Operations', text: 'c' });
    await make.document({
      header: 'Fee schedule of last year',
      text: 'd',
      publishedAt: '2026-11-01T12:00:00Z',
      expiresAt: '2026-11-19T12:00:00Z',
    });
    await make.document({ header: 'Fee schedule in progress', text: 'e', isDraft: true });
    const titles = async (name: string, text?: string) =>
      (await as(name).call(listStudioDocuments, { query: text === undefined ? {} : { text } })).items.map(
        (document) => document.title,
      );
    expect(await titles('aud', 'fee')).toEqual(['Fee worksheet of Operations', 'Advisory fee schedule']);
    expect(await titles('aud', 'SCHEDULE adv')).toEqual(['Advisory fee schedule']);
    expect(await titles('aud', 'adv-2a')).toEqual(['Advisory fee schedule']);
    expect(await titles('aud', '\u200bsched\u00adule\u00a0adv\ufeff')).toEqual(['Advisory fee schedule']);
    expect(await titles('aud', '%')).toEqual([]);
    expect(await titles('aud')).toEqual(['Fee worksheet of Operations', 'Advisory fee schedule']);
    expect(await titles('edda', 'exceptions')).toEqual(['Fee exceptions of Compliance']);
    const { items } = await as('aud').call(listStudioDocuments, { query: { text: 'advisory' } });
    expect(items).toMatchObject([{ documentId: fee, format: 'TXT', bytes: 1 }]);
  });
});

describe('choosing a picture', () => {
  test('finds pictures in published items and drafts, newest first, if the person may open those [STUDIO-345]', async () => {
    const { make, db } = portal();
    const pictures = {
      tower: aPicture('Boston office at dusk'),
      chart: aPicture('Chart of rates'),
      secret: aPicture('Layoff plan on a whiteboard'),
      draft: aPicture('Draft of the new lobby'),
      foreign: aPicture('Draft of another department'),
    };
    await storePictures(db, pictures);
    const added = Object.values(pictures);
    for (const [day, { id }] of added.entries())
      await db
        .updateTable('pictures')
        .set({ added_at: `2026-11-0${day + 1}T12:00:00Z`, ...(day === 1 ? { source: 'studio: q4-rates.png' } : {}) })
        .where('id', '=', id)
        .execute();
    await make.news({ image: pictures.tower, header: 'Boston moves' });
    await make.news({
      components: [{ id: 'i', type: 'Image', image: pictures.chart, size: 'Big', alignment: 'Center' }],
    });
    await make.news({ ...hidden, image: pictures.secret });
    const draftOf = async (name: string, image: ImageRef) => {
      const { id } = await as(name).call(createStudioItem, { body: { id: randomUUID(), kind: 'news' } });
      await as(name).call(changeStudioItem, change(id, [{ do: 'field', name: 'image', value: image }]));
    };
    await draftOf('aud', pictures.draft);
    await draftOf('edda', pictures.foreign);
    const find = async (name: string, text?: string) =>
      (await as(name).call(listStudioPictures, { query: text === undefined ? {} : { text } })).items;
    const alts = async (name: string, text?: string) => (await find(name, text)).map(({ image }) => image.alt);
    expect(await alts('aud')).toEqual(['Draft of the new lobby', 'Chart of rates', 'Boston office at dusk']);
    expect(await alts('aud', 'DUSK boston')).toEqual(['Boston office at dusk']);
    expect(await alts('aud', 'whiteboard')).toEqual([]);
    expect(await find('aud', 'q4-rates')).toMatchObject([
      { fileName: 'q4-rates.png', image: { id: pictures.chart.id } },
    ]);
    expect(await alts('aud', 'moves')).toEqual(['Boston office at dusk']);
    expect(await alts('edda', 'whiteboard')).toEqual(['Layoff plan on a whiteboard']);
    expect(await alts('edda')).toHaveLength(5);
  });

  test('finds all other pictures while drafts contain what only looks like one [STUDIO-345]', async () => {
    const { db } = portal();
    const harbor = aPicture('Harbor in the fog');
    await storePictures(db, harbor);
    const unlike = [
      { ...harbor, id: 'IMG_2041.HEIC' },
      { ...harbor, id: '' },
      { ...harbor, id: 7 },
      { ...harbor, id: null },
      { ...harbor, id: { of: harbor.id } },
      { ...harbor, id: [harbor.id] },
      { ...harbor, id: `${harbor.id}0` },
      { ...harbor, id: `{${harbor.id}}` },
      { ...harbor, alt: null },
      { ...harbor, alt: { text: 'Fog' } },
      { ...harbor, credit: ['Nils Berg'] },
      { ...harbor, focus: 'top' },
      { ...harbor, focus: { x: 'left', y: 0 } },
      { widths: 3, alt: 'Fog' },
    ];
    const { id: itemId } = await as('aud').call(createStudioItem, { body: { id: randomUUID(), kind: 'news' } });
    // Drafts keep properties that this version does not know.
    const component = { id: 'newer', type: 'Divider', pictures: [...unlike, harbor] } as unknown as ContentComponent;
    const place = { tree: 'components' as const, parent: null, after: null };
    await as('aud').call(changeStudioItem, change(itemId, [{ do: 'insert', component, place }]));
    const { items } = await as('aud').call(listStudioPictures, { query: { text: 'fog' } });
    expect(items.map(({ image }) => image)).toEqual([harbor]);
  });
});

describe('choosing categories', () => {
  const categories = (...value: string[]): Change[] => [{ do: 'field', name: 'categories', value }];

  test('offers those of items that the person may open, and only editors and administrators create new ones [STUDIO-346]', async () => {
    const { make } = portal();
    await make.news({ categories: ['Tax Tips', 'Markets'] });
    await make.news({ ...hidden, categories: ['Severance'] });
    await make.news({ ...own, categories: ['Branch Desk'] });
    const offered = await as('aud').call(listStudioCategories, {});
    expect(offered.mayCreate).toBe(false);
    expect(offered.items).toEqual(expect.arrayContaining(['Branch Desk', 'Markets', 'Tax Tips']));
    expect(offered.items).not.toContain('Severance');
    expect((await as('edda').call(listStudioCategories, {})).items).toContain('Severance');
    expect((await as('eve').call(listStudioCategories, {})).mayCreate).toBe(true);

    const { id } = await as('aud').call(createStudioItem, { body: { id: randomUUID(), kind: 'news' } });
    await as('aud').call(changeStudioItem, change(id, categories('Tax Tips')));
    expect(await as('aud').fail(changeStudioItem, change(id, categories('Tax Tips', 'Crypto'), 1))).toMatchObject({
      status: 403,
      detail: '“Crypto” isn’t a category yet. Choose one from the list, or ask an editor to create it.',
      // The editor sets this change aside and saves the others.
      issues: [{ path: 'categories' }],
    });
    await as('eve').call(changeStudioItem, change(id, categories('Tax Tips', 'Crypto'), 1));
    // The label of an approval rule was created on purpose, before any item has it.
    await as('edda').call(setApprovalRules, { body: { rules: [{ scope: 'label', value: 'Client use' }] } });
    expect((await as('aud').call(listStudioCategories, {})).items).toContain('Client use');
    await as('edda').call(setApprovalRules, { body: { rules: [] } });
    // The author keeps what someone else has created, and can use it in other items.
    await as('aud').call(changeStudioItem, change(id, categories('Crypto'), 2));
    expect((await as('aud').call(listStudioCategories, {})).items).toContain('Crypto');
  });

  test.each(['tax tips', ' Tax Tips', 'TAX  TIPS', 'Tax\u00a0Tips'])(
    'rejects %j next to an existing category that differs only in case or blanks [STUDIO-346]',
    async (spelling) => {
      await portal().make.news({ categories: ['Tax Tips'] });
      const { id } = await as('edda').call(createStudioItem, { body: { id: randomUUID(), kind: 'news' } });
      expect(await as('edda').fail(changeStudioItem, change(id, categories(spelling)))).toMatchObject({
        status: 400,
        detail: expect.stringContaining('already exists as “Tax Tips”') as string,
        issues: [{ path: 'categories' }],
      });
    },
  );

  test('rejects the same new category twice, and one with extra blanks [STUDIO-346]', async () => {
    const { id } = await as('edda').call(createStudioItem, { body: { id: randomUUID(), kind: 'news' } });
    const rejected = async (...names: string[]) => {
      const { detail, issues } = await as('edda').fail(changeStudioItem, change(id, categories(...names)));
      expect(issues).toMatchObject([{ path: 'categories' }]);
      return detail;
    };
    expect(await rejected('Estate Law', 'estate law')).toBe('The item already has the category “estate law”.');
    expect(await rejected('Estate Law', 'Estate Law')).toBe('The item already has the category “Estate Law”.');
    expect(await rejected('Estate  Law ')).toBe('Write the category “Estate Law” without extra spaces.');
  });

  test('accepts other categories next to an imported one that is there in two spellings [STUDIO-346]', async () => {
    const { make } = portal();
    await make.news({ categories: ['Trust Desk'] });
    const id = await make.news({ categories: ['Year End', 'year end'] });
    await as('edda').call(changeStudioItem, change(id, categories('Year End', 'year end', 'Trust Desk')));
    expect(
      (await as('edda').fail(changeStudioItem, change(id, categories('Year End', 'year end', 'YEAR END'), 1))).detail,
    ).toBe('The item already has the category “YEAR END”.');
    await as('edda').call(changeStudioItem, change(id, categories('Year End', 'Trust Desk'), 1));
  });
});

test('documents and pictures are found without the accents and punctuation of their texts [STUDIO-348]', async () => {
  const { make, db } = portal();
  const document = await make.document({ header: 'Anaïs Côté’s trust memo', text: 'f' });
  const ids = async (text: string) =>
    (await as('edda').call(listStudioDocuments, { query: { text } })).items.map(({ documentId }) => documentId);
  for (const text of ['anais cote', "Cote's memo", 'cotes trust']) expect(await ids(text), text).toEqual([document]);
  const image = aPicture('Zoë O’Connor at the Québec office');
  await storePictures(db, [image]);
  await make.news({ ...own, image });
  for (const text of ['zoe oconnor', 'quebec']) {
    const { items } = await as('edda').call(listStudioPictures, { query: { text } });
    expect(
      items.map((each) => each.image.id),
      text,
    ).toEqual([image.id]);
  }
});
