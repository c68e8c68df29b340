import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { ContentFields, StudioKind } from '@portico/contracts/studio/draft';
import { hostileHtml } from '@portico/testing/hostileHtml';
import { hostileMarkup, hostileTexts } from '@portico/testing/hostileTexts';
import { expectNoSidewaysScroll } from '../../support/accessibility.ts';
import { askApi } from '../../support/askApi.ts';
import { hostileComponents } from '../../support/studio/hostileDraft.ts';
import { inDays, openAsReader, placed, short, TITLE } from '../../support/hostileItem.ts';
import { expectInert, watchStrangers } from '../../support/inert.ts';
import { openAs } from '../../support/signIn.ts';
import { archive, draftWith, expectSaved, frames, publishNow } from '../../support/studio/studio.ts';
import { expect, test } from '../../support/test.ts';

test('pasting hostile markup into an item leaves only words [STUDIO-076, STUDIO-213, X1, H3]', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'editor', '/studio');
  const strangers = watchStrangers(page);
  const id = await draftWith(context, { components: [{ id: 'first', type: 'Header', level: 2, text: 'Before' }] });
  await page.goto(`/studio/${id}`);
  await expect(frames(page)).toHaveCount(1);
  await frames(page).first().focus();
  await page.evaluate(
    (samples) => {
      for (const html of samples) {
        const data = new DataTransfer();
        data.setData('text/html', html);
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }
    },
    [...hostileMarkup, ...hostileHtml, ...hostileTexts],
  );
  // The code that handles pasting may still be loading after everything so far is saved.
  await expect(frames(page).nth(10)).toBeAttached();
  await expectSaved(page);
  await expectInert(page, strangers);
  await page.reload();
  await expect(frames(page).nth(10)).toBeAttached();
  await expectInert(page, strangers);
  await context.close();
});

/** What is published of each kind, and where readers see it. */
const published: Partial<
  Record<StudioKind, { path: (id: string) => string; fields: Partial<ContentFields>; list: string }>
> = {
  news: { path: (id) => `/news/${id}`, fields: { ...placed, authorDepartment: short(1) }, list: '/news?text=Kwyxword' },
  event: {
    path: (id) => `/events/${id}`,
    list: '/events',
    fields: {
      ...placed,
      startsAt: inDays(1),
      endsAt: inDays(2),
      locationType: 'InPerson',
      location: hostileTexts[2]!,
      speakers: hostileTexts.map((text) => text.slice(0, 200)),
    },
  },
  resource: {
    path: (id) => `/resources/${id}`,
    list: '/resources?text=Kwyxword',
    fields: { ...placed, department: short(3), owner: short(4), reviewedAt: inDays(-1) },
  },
};

for (const [kind, { path, fields, list }] of Object.entries(published) as Array<
  [StudioKind, NonNullable<(typeof published)[StudioKind]>]
>)
  test(`readers see hostile text in every component and field of a ${kind} published in the studio as text [STUDIO-076, X1, X2, X6]`, async ({
    browser,
  }) => {
    const editor = await openAs(browser, 'editor', '/studio');
    const id = await draftWith(editor.context, {
      kind,
      components: hostileComponents(),
      fields: { ...fields, header: TITLE },
    });
    const seen = watchStrangers(editor.page);
    await editor.page.goto(`/studio/${id}`);
    await expect(frames(editor.page).nth(100)).toBeAttached();
    await expectInert(editor.page, seen);
    await publishNow(editor.page);
    await expectInert(editor.page, seen);

    const reader = await openAs(browser, 'corporate', '/');
    await openAsReader(reader.page, path(id));
    const strangers = watchStrangers(reader.page);
    for (const each of [list, '/search?term=Kwyxword']) {
      await reader.page.goto(each);
      await expect(reader.page.getByRole('main')).toContainText('Kwyxword <script>');
      await expectInert(reader.page, strangers);
      await expectNoSidewaysScroll(reader.page);
    }
    await archive(editor.context, id);
    await editor.context.close();
    await reader.context.close();
  });

/** Starts with SQL, because a note is too short for all of it. */
const everything = hostileTexts.toReversed().join('\n');
const comment = (text: string, mentions: string[]) => ({ id: randomUUID(), text, mentions });

async function send(context: BrowserContext, path: string, data: unknown, method: 'POST' | 'PUT' = 'POST') {
  const answer = await askApi(context, `/api/v1/studio${path}`, { method, data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

test('colleagues see hostile comments, mentions, notes and release names as text [STUDIO-076, X1]', async ({
  browser,
}) => {
  const author = await openAs(browser, 'author', '/studio');
  const editor = await openAs(browser, 'editor', '/studio');
  const approver = await openAs(browser, 'approver', '/studio');
  const components = [{ id: 'first', type: 'Header', level: 2, text: 'Words' } as const];
  const id = await draftWith(author.context, { components, fields: { header: TITLE, description: 'Words' } });
  const threads = await askApi(author.context, `/api/v1/studio/items/${id}/threads`);
  const { mentionable } = (await threads.json()) as { mentionable: { id: string }[] };
  const mentions = mentionable.map((person) => person.id).slice(0, 20);
  for (const [n, text] of hostileTexts.entries()) {
    const threadId = randomUUID();
    await send(author.context, `/items/${id}/threads`, {
      threadId,
      componentId: n % 2 === 0 ? 'first' : null,
      ...comment(text, mentions),
    });
    await send(approver.context, `/items/${id}/threads/${threadId}/comments`, comment(text, []));
    await send(editor.context, '/releases', { id: randomUUID(), name: text.slice(0, 200), goesLiveAt: null });
  }
  const note = everything.slice(0, 2000);
  await send(author.context, `/items/${id}/review`, { purpose: 'Publish', note, dueOn: null });
  await send(editor.context, `/items/${id}/hold`, { reason: everything.slice(0, 300) }, 'PUT');

  const shows = async (page: Page, path: string, words = 'window.ran=1') => {
    const strangers = watchStrangers(page);
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(words);
    await expectInert(page, strangers);
    await expectNoSidewaysScroll(page);
    return strangers;
  };
  const opens = async (page: Page, panel: string | RegExp, words: string[]) => {
    const strangers = await shows(page, `/studio/${id}`, 'Words');
    const button = page.getByRole('button', { name: panel }).first();
    // The panel is already open if something is waiting for the person.
    if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
    for (const text of words) await expect(page.getByText(text.trim()).filter({ visible: true }).first()).toBeVisible();
    await expectInert(page, strangers);
    await expectNoSidewaysScroll(page);
  };
  await shows(approver.page, '/studio/waiting');
  await opens(approver.page, /^Comments|open comments$/, hostileTexts.slice(0, 6));
  await opens(approver.page, 'Approval', ['DROP TABLE content_items']);
  await send(approver.context, `/items/${id}/review/return`, { comment: note });
  await shows(author.page, '/studio/waiting');
  await opens(author.page, 'Approval', ['DROP TABLE content_items']);
  await shows(editor.page, '/studio/releases');
  await shows(editor.page, '/notifications');

  await editor.page.goto(`/studio/${id}`);
  await editor.page.getByRole('button', { name: 'Publish…' }).click();
  await editor.page.getByRole('textbox', { name: /What changed/ }).fill(hostileTexts[0]!);
  await editor.page.getByRole('button', { name: 'Publish now' }).click();
  await expect(editor.page.getByText('Published.')).toBeVisible();
  await opens(approver.page, 'History', [hostileTexts[0]!]);
  await opens(editor.page, 'History', [hostileTexts[0]!]);
  await opens(editor.page, 'Settings', ['DROP TABLE content_items']);
  await archive(editor.context, id);
  for (const { context } of [author, editor, approver]) await context.close();
});
