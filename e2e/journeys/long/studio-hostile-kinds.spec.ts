import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostileTexts } from '@portico/testing/hostileTexts';
import { expectNoSidewaysScroll } from '../../support/accessibility.ts';
import { hostileComponents } from '../../support/studio/hostileDraft.ts';
import { openAsReader, placed, short, TITLE } from '../../support/hostileItem.ts';
import { expectInert, watchStrangers } from '../../support/inert.ts';
import { openAs, signInToEmptyPortal } from '../../support/signIn.ts';
import { archive, draftWith, frames, publishNow, uploadDocument } from '../../support/studio/studio.ts';
import { expect, test } from '../../support/test.ts';

test('readers see hostile text in every component and field of a page and a dashboard published in the studio as text [STUDIO-076, X1, X2, X6]', async ({
  browser,
}) => {
  // In the empty portal, so that the page and the dashboard do not replace those that other journeys read.
  const editor = await signInToEmptyPortal(browser, 'editor');
  const reader = await signInToEmptyPortal(browser, 'corporate');
  const seen = watchStrangers(editor.page);
  const publish = async (draft: Parameters<typeof draftWith>[1]) => {
    await editor.page.goto(`/studio/${await draftWith(editor.context, draft)}`);
    await expect(frames(editor.page).nth(3)).toBeAttached();
    await expectInert(editor.page, seen);
    await publishNow(editor.page);
    await expectInert(editor.page, seen);
  };
  const fields = { header: TITLE, description: placed.description };
  await publish({ kind: 'page', components: hostileComponents(), fields: { ...fields, path: '/explore' } });
  await openAsReader(reader.page, '/explore');
  const strangers = watchStrangers(reader.page);
  await reader.page.goto('/search?term=Kwyxword');
  await expect(reader.page.getByRole('main')).toContainText('Kwyxword <script>');
  await expectInert(reader.page, strangers);

  const text = hostileTexts[0]!;
  await publish({
    kind: 'home',
    components: hostileComponents().filter(({ type }) => type === 'Callout' || type === 'ImageGallery'),
    fields: {
      ...fields,
      notificationBanner: { id: 'banner', kind: 'Info', title: TITLE, text, link: { text: short(0), href: '/news' } },
      widgets: [{ id: 'todo', kind: 'Todo', title: short(0).slice(0, 60) }],
    },
  });
  await reader.page.goto('/');
  await expect(reader.page.getByText('Kwyxword <script>').first()).toBeVisible();
  await expectInert(reader.page, strangers);
  await expectNoSidewaysScroll(reader.page);
  for (const { context } of [editor, reader]) await context.close();
});

test('readers see hostile text in every field and the file name of a document published in the studio as text [STUDIO-076, X1, X2, X6]', async ({
  browser,
}) => {
  const editor = await openAs(browser, 'editor', '/studio');
  const file = await uploadDocument(editor.context, {
    name: `${randomUUID()} <img src=x onerror=window.ran=1>.pdf`,
    bytes: readFileSync(new URL('../../../demo/files/transfer-checklist.pdf', import.meta.url)),
  });
  const id = await draftWith(editor.context, {
    kind: 'document',
    components: [],
    fields: { ...placed, header: TITLE, file, department: short(3), owner: short(4) },
  });
  const seen = watchStrangers(editor.page);
  await editor.page.goto(`/studio/${id}`);
  await expect(editor.page.getByRole('textbox', { name: 'Title', exact: true })).toHaveText(TITLE);
  await expectInert(editor.page, seen);
  await publishNow(editor.page);
  await expectInert(editor.page, seen);

  const reader = await openAs(browser, 'corporate', '/');
  const strangers = watchStrangers(reader.page);
  for (const path of ['/documents?text=Kwyxword', `/documents?preview=${id}`, '/search?term=Kwyxword']) {
    await reader.page.goto(path);
    await expect(reader.page.getByText('Kwyxword <script>').first()).toBeVisible();
    await expectInert(reader.page, strangers);
    await expectNoSidewaysScroll(reader.page);
  }
  await archive(editor.context, id);
  for (const { context } of [editor, reader]) await context.close();
});
