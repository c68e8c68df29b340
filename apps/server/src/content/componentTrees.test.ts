import { getHome } from '@portico/contracts/home';
import { getNewsItem } from '@portico/contracts/news';
import { searchPortal } from '@portico/contracts/search';
import type { ComponentTree } from '@portico/kinds/content';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { hostileMarkup, unsafeHrefs } from '@portico/testing/hostileTexts';
import { expect, test } from 'vitest';
import { sharedPortal } from '../testing/testPortal.ts';
import { publish } from './publication.ts';

const shared = sharedPortal();

const text = (words: string): ComponentTree => [
  {
    id: 'b',
    type: 'BodyText',
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
  },
];
const read = (newsId: string) => shared().as('ana').call(getNewsItem, { params: { newsId } });

test('components of every kind are read back as stored, without the questions of a confirmation [COMP-001, DUTY-101]', async () => {
  const components = Object.values(oneOfEachKind);
  expect((await read(await shared().make.news({ components }))).components).toEqual(
    components.map((component) =>
      component.type === 'Confirmation' ? { ...component, questions: undefined } : component,
    ),
  );
});

test('markup in a text stays plain text [X1]', async () => {
  for (const words of hostileMarkup)
    expect((await read(await shared().make.news({ components: text(words) }))).components).toEqual(text(words));
});

test.for<readonly [string, unknown]>([
  ['an unknown kind', [{ id: 'a', type: 'Html', html: hostileMarkup[0] }]],
  ['one id twice', [oneOfEachKind.Divider, oneOfEachKind.Divider]],
  ['a video on another host', [{ ...oneOfEachKind.Video, source: { host: 'YouTube', videoId: '../../evil' } }]],
  [
    'ten thousand nested components',
    [
      Array.from({ length: 10_000 }).reduce<unknown>(
        (inside, _, n) => ({ id: `p${n}`, type: 'ExpandCollapse', title: 'x', components: [inside] }),
        oneOfEachKind.Divider,
      ),
    ],
  ],
  ['a character that the database cannot store', text('a\u0000b')],
  ['half of a character', text('a\ud800b')],
  ...unsafeHrefs.map((href) => [`the address ${JSON.stringify(href)}`, [{ ...oneOfEachKind.Link, href }]] as const),
])('a tree with %s is rejected, naming the field [X1, X2, X3]', async ([, components]) => {
  await expect(shared().make.news({ components: components as ComponentTree })).rejects.toMatchObject({
    code: 'invalid_input',
    issues: expect.arrayContaining([
      expect.objectContaining({ path: expect.stringMatching(/^components/) as string }),
    ]) as unknown,
  });
});

test('stored components that break the contract are returned as they are, so that the page can skip them', async () => {
  const { db, make, clock, portal, as } = shared();
  const newsId = await make.news({ isDraft: true });
  const broken = [
    { id: 'a', type: 'Hologram' },
    { id: 'b', type: 'Link', href: 'javascript:window.ran=1' },
  ];
  await db
    .updateTable('content_revisions')
    .set({ components: JSON.stringify(broken) })
    .where('item_id', '=', newsId)
    .execute();
  await publish(db, { itemId: newsId, version: 1 }, { now: clock.now });
  const answer = await portal.inject({ url: `/api/v1/news/${newsId}`, headers: await as('ana').headers() });
  expect(answer.statusCode).toBe(200);
  expect(answer.json<{ components: unknown }>().components).toEqual(broken);
});

test('stored components that break the contract affect neither their page, the dashboard nor search [B7]', async () => {
  const { db, make, clock, as } = shared();
  const broken = [
    null,
    7,
    'words',
    [],
    { id: 'a', type: 'Hologram' },
    { id: 'b', type: 'constructor' },
    ...Object.values(oneOfEachKind).flatMap(({ id, type }) => [
      { id, type },
      {
        ...oneOfEachKind[type],
        id,
        text: {},
        title: [],
        body: 1,
        items: 'x',
        rows: {},
        images: [null],
        fields: 0,
        files: {},
        columns: 3,
      },
    ]),
  ];
  const publishBroken = async (kind: 'news' | 'home', after: ComponentTree): Promise<string> => {
    const id = await make[kind]({ header: `Broken ${kind}`, isDraft: true });
    await db
      .updateTable('content_revisions')
      .set({ components: JSON.stringify([...broken, ...after]) })
      .where('item_id', '=', id)
      .execute();
    await publish(db, { itemId: id, version: 1 }, { now: clock.now });
    return id;
  };
  const newsId = await publishBroken('news', text('a quagmarkword remains'));
  const { news } = await as('ana').call(searchPortal, { query: { term: 'quagmarkword' } });
  expect(news.results.map(({ id }) => id)).toEqual([newsId]);
  const callout = { ...oneOfEachKind.Callout, id: 'sound', title: 'This one is sound' };
  await publishBroken('home', [callout]);
  expect((await as('ana').call(getHome, {})).callouts).toEqual([callout]);
});
