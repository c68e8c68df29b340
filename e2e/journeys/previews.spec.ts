import type { Browser, Locator, Page } from '@playwright/test';
import { DAY_MS } from '@portico/contracts/durations';
import type { ContentKind } from '@portico/server/content/details';
import type { ContentComponent } from '@portico/kinds/content';
import type { ContentFields, StudioKind } from '@portico/contracts/studio/draft';
import { askApi } from '../support/askApi.ts';
import { inDatabase } from '../support/studio/drafts.ts';
import { draftWith, expectSaved, saveInto } from '../support/studio/studio.ts';
import { openAs } from '../support/signIn.ts';
import { expectAccessibleInBothThemes, onEveryDevice } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

/* Readers keep seeing the published revision, while editors preview its draft as readers will see it. */

const paragraph = (text: string): ContentComponent => ({
  id: 'said',
  type: 'BodyText',
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
});
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

interface Previewed {
  /** Path of the page that readers see. */
  path: (itemId: string) => string;
  /** What an editor writes in the studio. */
  fields?: Partial<ContentFields>;
  components: ContentComponent[];
  trees?: { preEventData: ContentComponent[]; postEventData: ContentComponent[] };
  /** Where the draft's title is shown. */
  title: (page: Page) => Locator;
  /** Words that only the draft has. */
  words: string[];
  /** Additional checks. */
  more?: (seen: { itemId: string; page: Page; browser: Browser }) => Promise<void>;
}

/**
 * Editors see the draft's widgets next to the preview of the dashboard. Others cannot load them, and readers keep the
 * published ones. [WIDGET-001, A4]
 */
async function expectWidgetsOfDraft({
  itemId,
  page,
  browser,
}: {
  itemId: string;
  page: Page;
  browser: Browser;
}): Promise<void> {
  const names = (on: Page) =>
    on
      .getByRole('complementary', { name: 'Widgets' })
      .getByRole('heading', { level: 2 })
      .filter({ hasNotText: 'Days with events' });
  const { context, page: editor } = await openAs(browser, 'editor', '/');
  const bars: Array<ContentFields['widgets']> = [
    [{ id: 'heron', kind: 'Todo', title: 'Heron tasks' }],
    [
      { id: 'heron', kind: 'EventsCalendar', title: 'Heron days' },
      { id: 'tasks', kind: 'Todo', title: 'Heron tasks' },
    ],
    [],
  ];
  for (const widgets of bars) {
    await saveInto(context, itemId, { fields: { widgets } });
    await editor.goto('/preview');
    await expect(editor.getByRole('main')).toContainText('Preview.');
    await expect(names(editor)).toHaveText(widgets.map(({ title }) => title));
    if (widgets.length > 0)
      await expect(
        editor.getByRole('complementary', { name: 'Widgets' }).getByRole('textbox', { name: 'Add a task' }),
      ).toBeVisible();
    else await expect(editor.getByRole('complementary', { name: 'Widgets' })).toHaveCount(0);
    await expectAccessibleInBothThemes(editor);
  }
  await editor.goto('/');
  await expect(names(editor)).toHaveText(['Events calendar', 'To-do']);
  await context.close();

  const rejected = await askApi(page.context(), '/api/v1/widgets/preview');
  expect([rejected.status(), await rejected.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
  await page.goto('/preview');
  await expect(page.getByRole('main')).toContainText('404 Page Not Found');
  await expect(page.locator('body')).not.toContainText('Heron');
  await page.goto('/');
  await expect(names(page)).toHaveText(['Events calendar', 'To-do']);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const previewed: Partial<Record<StudioKind, Previewed>> = {
  // [ROUTE-009, NEWS-010]
  news: {
    path: (id) => `/news/${id}`,
    fields: { categories: ['Heron news'] },
    components: [paragraph('Heronword of the news')],
    title: heading,
    words: ['Heronword of the news', 'Heron news'],
  },
  // [ROUTE-012, EVENTS-019]
  event: {
    path: (id) => `/events/${id}`,
    fields: {
      startsAt: inDays(20),
      endsAt: inDays(20.1),
      locationType: 'InPerson',
      location: 'Heron hall',
      speakers: ['Hera Heron'],
      registration: { capacity: 5, closesAt: null },
    },
    components: [paragraph('Heronword of the event')],
    trees: {
      preEventData: [{ ...paragraph('Heronword before'), id: 'before' }],
      postEventData: [{ ...paragraph('Heronword after'), id: 'after' }],
    },
    title: heading,
    words: ['Heronword of the event', 'Heron hall', 'Hera Heron', 'Heronword before', 'Heronword after'],
  },
  // [ROUTE-015, RES-005]
  resource: {
    path: (id) => `/resources/${id}`,
    fields: { department: 'Heron desk', owner: 'Hera Heron' },
    components: [paragraph('Heronword of the resource')],
    title: heading,
    words: ['Heronword of the resource', 'Heron desk', 'Hera Heron'],
  },
  page: {
    path: () => '/explore',
    components: [paragraph('Heronword of the page')],
    title: heading,
    words: ['Heronword of the page'],
  },
  // [ROUTE-006, HOME-006, HOME-007]
  home: {
    path: () => '/',
    fields: { notificationBanner: { id: 'heron', kind: 'Info', title: 'Heron banner' } },
    components: [
      {
        id: 'heron',
        type: 'Callout',
        kind: 'Tip',
        title: 'Draft of home',
        body: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Heronword of the dashboard' }] }],
        },
      },
    ],
    title: (page) => page.getByRole('main').getByText('Draft of home'),
    // A callout shows only its title until it is opened.
    words: ['Heron banner'],
    more: expectWidgetsOfDraft,
  },
};

/** The oldest item of a kind that everyone may read; other journeys use newer ones. */
const published = (kind: ContentKind): Promise<string> =>
  inDatabase(async (db) => {
    const { id } = await db
      .selectFrom('content_items')
      .select('id')
      .where('kind', '=', kind)
      .where('published_revision_id', 'is not', null)
      .where((eb) => eb(eb.fn<number>('cardinality', ['audience']), '=', 0))
      .where('expires_at', 'is', null)
      .where('published_at', '<', new Date().toISOString())
      .$if(kind === 'page', (query) => query.where('path', '=', '/explore'))
      .orderBy('published_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    return id;
  });

async function expectNoBars(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toContainText('Preview.');
  await expect(page.getByRole('navigation', { name: /breadcrumb/i })).toHaveCount(0);
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Search the portal' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
}

for (const [kind, { path, fields, components, trees, title, words, more }] of Object.entries(previewed) as Array<
  [StudioKind, Previewed]
>) {
  test(
    `only editors can preview the draft of a published ${kind}, without top bar and search bar [PREVIEW-001, PREVIEW-002, PREVIEW-003, ERROR-007, A4]`,
    { tag: kind === 'news' ? [] : '@long' },
    async ({ page, browser }) => {
      test.slow();
      const itemId = await published(kind);
      const address = path(itemId);
      const preview = `${address === '/' ? '' : address}/preview`;

      const { context, page: editor } = await openAs(browser, 'editor', `/studio/${itemId}`);
      // Typed in the studio, as an editor does; the rest through the calls that the studio makes.
      // Components and banners have titles as well.
      await editor.getByRole('textbox', { name: 'Title', exact: true }).first().fill(`Draft of ${kind}`);
      await expectSaved(editor);
      await saveInto(context, itemId, { components, ...(fields ? { fields } : {}), ...(trees ? { trees } : {}) });
      await editor.goto(preview);
      await onEveryDevice(editor, async () => {
        await expect(title(editor)).toContainText(`Draft of ${kind}`);
        for (const word of words) await expect(editor.getByRole('main')).toContainText(word);
        await expectNoBars(editor);
        await expectAccessibleInBothThemes(editor);
      });
      // The preview links to the published page, which is unchanged.
      await editor.getByRole('main').getByRole('link', { name: 'Open the published page' }).click();
      await expect(editor).toHaveURL(new RegExp(`${address}$`));
      await expect(editor.getByRole('navigation', { name: /breadcrumb/i })).toBeVisible();
      await expect(editor.getByRole('main')).not.toContainText(/Heron/);
      await context.close();

      const answer = page.waitForResponse(
        (response) =>
          /^\/api\/v1\/.*preview/.test(new URL(response.url()).pathname) && !response.url().includes('widgets'),
      );
      await page.goto(preview);
      const { status, body } = await answer.then(async (response) => ({
        status: response.status(),
        body: await response.text(),
      }));
      expect([status, body]).toEqual([404, expect.not.stringMatching(/Heron|Draft of/)]);
      await expect(page.getByRole('main')).toContainText('404 Page Not Found');
      await expect(page.locator('body')).not.toContainText(/Heron|Draft of/);
      await page.goto(address);
      await expect(heading(page)).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText(/Heron|Draft of/);
      await more?.({ itemId, page, browser });
    },
  );
}

test('the preview of a new item shows what was just typed, before it is published, and reads as readers will [PREVIEW-004]', async ({
  page,
  browser,
}) => {
  const { context, page: editor } = await openAs(browser, 'editor', '/studio');
  const itemId = await draftWith(context, { components: [paragraph('Heronword of the new')], fields: {} });
  await editor.goto(`/studio/${itemId}`);
  await editor.getByRole('textbox', { name: 'Title', exact: true }).fill('Heron news of today');
  await expectSaved(editor);
  await editor.goto(`/news/${itemId}/preview`);
  await expect(heading(editor)).toHaveText('Heron news of today');
  await expect(editor.getByRole('main')).toContainText('Heronword of the new');
  await expectNoBars(editor);
  await page.goto(`/news/${itemId}/preview`);
  await expect(page.getByRole('main')).toContainText('404 Page Not Found');
  await context.close();
});
