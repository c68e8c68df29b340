import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import type { ContentComponent } from '@portico/kinds/content';
import { changeStudioItem, createStudioItem, getStudioItem, publishStudioItem } from '@portico/contracts/studio/studio';
import { checkLinks, listCheckRules, saveCheckRules } from '@portico/contracts/studio/studioChecks';
import { testPortal } from '../../../testing/testPortal.ts';
import { visitLinks } from '../links/visitLinks.ts';

const link = (href: string): ContentComponent => ({ id: 'a', type: 'Link', text: 'The rule book', href });

async function written(portal: Awaited<ReturnType<typeof testPortal>>, component: ContentComponent) {
  const itemId = crypto.randomUUID();
  const edda = portal.as('edda');
  await edda.call(createStudioItem, { body: { id: itemId, kind: 'news' } });
  const place = { tree: 'components' as const, parent: null, after: null };
  await edda.call(changeStudioItem, {
    params: { itemId },
    body: {
      clientId: crypto.randomUUID(),
      batchId: crypto.randomUUID(),
      base: 0,
      changes: [
        { do: 'field', name: 'header', value: 'Title' },
        { do: 'insert', component, place },
      ],
    },
  });
  const seen = async () => {
    const { version, sequence } = await edda.call(getStudioItem, { params: { itemId } });
    return { params: { itemId }, body: { version, sequence } };
  };
  const publish = async () => edda.call(publishStudioItem, await seen());
  const failToPublish = async () => edda.fail(publishStudioItem, await seen());
  return { itemId, publish, failToPublish };
}

test('only an administrator chooses which checks block, and the server enforces them [STUDIO-244]', async () => {
  const portal = await testPortal();
  const { publish, failToPublish } = await written(portal, link('/news/00000000-0000-4000-8000-000000000000'));
  const rule = (check: string, { items }: { items: Array<{ check: string; level: string }> }) =>
    items.find((one) => one.check === check)?.level;
  const before = await portal.as('edda').call(listCheckRules, {});
  expect([rule('DeadLink', before), rule('CardNumber', before)]).toEqual(['Warn', 'Block']);
  const body = { items: [{ check: 'DeadLink' as const, level: 'Block' as const }] };
  expect((await portal.as('eve').fail(saveCheckRules, { body })).code).toBe('forbidden');
  expect((await portal.as('ana').fail(listCheckRules, {})).code).toBe('not_found');
  expect(rule('DeadLink', await portal.as('edda').call(saveCheckRules, { body }))).toBe('Block');
  expect(await failToPublish()).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'a', message: 'Does not pass the check DeadLink' }],
  });
  await portal.as('edda').call(saveCheckRules, { body: { items: [{ check: 'DeadLink', level: 'Warn' }] } });
  expect((await publish()).state).toBe('Published');
});

test('links within the portal are looked up at once, and links to other sites after they have been visited [STUDIO-243]', async () => {
  const portal = await testPortal({ env: { VISIT_LINKS: 'true' } });
  const { itemId, publish } = await written(portal, link('https://example.com/rules'));
  const ask = (...hrefs: string[]) => portal.as('edda').call(checkLinks, { body: { hrefs } });
  const news = `/news/${itemId}`;
  expect(await ask(news, '/news', '/nowhere', 'mailto:a@example.com', '#part', '/events?sort=1')).toEqual({
    dead: [
      { href: news, problem: 'NotFound' },
      { href: '/nowhere', problem: 'NotFound' },
    ],
    isPending: false,
  });
  await publish();
  expect(await ask(`${news}#part`, news.toUpperCase().replace('/NEWS', '/news'))).toEqual({
    dead: [],
    isPending: false,
  });

  const [gone, slow] = ['https://example.com/gone', 'https://example.org/slow'];
  expect(await ask(gone, slow)).toEqual({ dead: [], isPending: true });
  const visited: string[] = [];
  const visit = () =>
    visitLinks({}, portal.parts, (href) => {
      visited.push(href);
      return Promise.resolve(href === gone ? 'NotFound' : href === slow ? 'Unreachable' : 'Found');
    });
  await visit();
  expect(visited.sort()).toEqual(['https://example.com/gone', 'https://example.com/rules', 'https://example.org/slow']);
  expect(await ask(gone, slow)).toEqual({ dead: [{ href: gone, problem: 'NotFound' }], isPending: false });
  for (let round = 0; round < 2; round += 1) {
    portal.clock.now = new Date(portal.clock.now.getTime() + 4 * DAY_MS);
    await visit();
  }
  expect((await ask(gone, slow)).dead).toEqual([
    { href: gone, problem: 'NotFound' },
    { href: slow, problem: 'Unreachable' },
  ]);
});

test('an address that is too long to be stored for a visit is not visited, and nothing is reported [STUDIO-243]', async () => {
  const portal = await testPortal({ env: { VISIT_LINKS: 'true' } });
  const long = Array.from({ length: 1000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)));
  const hrefs = [`https://example.com/${long.join('')}`, `https://example.com/${'a'.repeat(2000)}`];
  const { dead, isPending } = await portal.as('edda').call(checkLinks, { body: { hrefs } });
  expect({ dead, isPending }).toEqual({ dead: [], isPending: true });
  const stored = await portal.db.selectFrom('studio_links').select('href').execute();
  expect(stored.map(({ href }) => href)).toEqual([hrefs[1]]);
});

test('without the setting, other sites are never visited and their links are never reported [STUDIO-243]', async () => {
  const portal = await testPortal();
  const hrefs = ['https://example.com/gone', '/nowhere'];
  const result = await portal.as('edda').call(checkLinks, { body: { hrefs } });
  expect(result).toEqual({ dead: [{ href: '/nowhere', problem: 'NotFound' }], isPending: false });
  const visited: string[] = [];
  await visitLinks({}, portal.parts, (href) => Promise.resolve(visited.push(href) > 0 ? 'Found' : 'NotFound'));
  expect(visited).toEqual([]);
});
