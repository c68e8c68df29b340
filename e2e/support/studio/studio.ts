import { randomUUID } from 'node:crypto';
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { ContentComponent } from '@portico/kinds/content';
import { cookieNames } from '@portico/contracts/portalSettings';
import { StudioFile } from '@portico/kinds/items/document/schemas';
import type { Change, ContentFields, StudioKind } from '@portico/contracts/studio/draft';
import { storePictures } from '@portico/server/testing/files/storePictures';
import { askApi } from '../askApi.ts';
import { inDatabase } from './drafts.ts';

/** A red square of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
export const picture = { name: 'square.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') };

/** The frames of all components on the canvas, in reading order. */
export const frames = (page: Page): Locator => page.locator('[data-block-id]');
export const frameOf = (page: Page, kind: string): Locator => page.locator(`[data-kind=${kind}]`);
export const insertMenu = (page: Page): Locator => page.getByRole('combobox', { name: 'Find a component' });

export const expectSaved = (page: Page, timeout?: number): Promise<void> =>
  expect(page.getByRole('banner').getByRole('status').first()).toHaveText(
    /^(All changes saved|Saved )/,
    timeout === undefined ? {} : { timeout },
  );

/** Creates a news item from the list of the studio and returns the address of its editor. */
export async function startNews(page: Page, title: string): Promise<string> {
  // The portal's menu has a "New" as well.
  const list = page.getByRole('main');
  await list.getByRole('button', { name: 'New', exact: true }).click();
  await list.getByRole('button', { name: 'News', exact: true }).click();
  await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}$/);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  return new URL(page.url()).pathname;
}

/** Opens the insert menu below the last component, filters it by typing and picks the first entry. */
export async function insertByKeyboard(page: Page, words: string): Promise<void> {
  await page.locator('[data-insert-end]').last().focus();
  await page.keyboard.press('Enter');
  await expect(insertMenu(page)).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
}

export async function publishNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish…' }).click();
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/publish')),
    page.getByRole('button', { name: 'Publish now' }).click(),
  ]);
  expect(answer.ok()).toBe(true);
  // The toast about an earlier publication stays while the pointer is on it.
  await expect(page.getByText('Published.').first()).toBeVisible();
}

/** The address at which readers see the news item that was edited at `path`. */
export const readerPath = (path: string): string => path.replace('/studio/', '/news/');

/** Pastes HTML as from another program; a browser would not let us put it on the clipboard unchanged. */
export async function pasteInto(text: Locator, html: string, plain: string): Promise<void> {
  await text.evaluate(
    (element, content) => {
      const data = new DataTransfer();
      data.setData('text/html', content.html);
      data.setData('text/plain', content.plain);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    { html, plain },
  );
}

interface DroppedFile {
  name: string;
  bytes: Buffer;
  /** The type that the operating system reports, if any. */
  type?: string;
}

/** Drops files from the desktop onto a part of the page. */
export async function dropOn(target: Locator, files: DroppedFile[]): Promise<void> {
  const contents = files.map(({ name, bytes, type = '' }) => ({ name, type, base64: bytes.toString('base64') }));
  await target.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, type, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name, { type }));
    }
    const { left, bottom } = element.getBoundingClientRect();
    const point = { clientX: left + 1, clientY: bottom - 1 };
    for (const type of ['dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, ...point }));
  }, contents);
}

const itemsPath = '/api/v1/studio/items';

interface Changed {
  components?: readonly ContentComponent[];
  /** Only events have these trees. */
  trees?: Partial<Record<'preEventData' | 'postEventData', readonly ContentComponent[]>>;
  fields?: Partial<ContentFields>;
}

/** Sets fields of an item and inserts components at the top of its trees, through the editor's API calls. */
export async function saveInto(
  context: BrowserContext,
  itemId: string,
  { components = [], trees = {}, fields = {} }: Changed,
): Promise<void> {
  const inserted = Object.entries({ components, ...trees }).flatMap(([tree, all]) =>
    all.map((component, index) => {
      const place = { tree, parent: null, after: all[index - 1]?.id ?? null };
      return { do: 'insert', component, place } as Change;
    }),
  );
  const written = Object.entries(fields).map(([name, value]) => ({ do: 'field', name, value }) as Change);
  const changes = [...written, ...inserted];
  const opened = await askApi(context, `${itemsPath}/${itemId}`);
  const { sequence: base } = (await opened.json()) as { sequence: number };
  await inDatabase((db) => storePictures(db, changes), Number(new URL(opened.url()).port));
  const data = { clientId: randomUUID(), batchId: randomUUID(), base, changes };
  const saved = await askApi(context, `${itemsPath}/${itemId}/changes`, { method: 'POST', data });
  expect(saved.status(), await saved.text()).toBe(200);
}

interface Written {
  components: readonly ContentComponent[];
  fields?: Partial<ContentFields>;
  kind?: StudioKind;
}

/** Creates a draft with these components and fields through the editor's API calls, and returns its id. */
export async function draftWith(
  context: BrowserContext,
  { components, fields = {}, kind = 'news' }: Written,
): Promise<string> {
  const id = randomUUID();
  const started = await askApi(context, itemsPath, { method: 'POST', data: { id, kind } });
  expect(started.ok()).toBe(true);
  await saveInto(context, id, { components, fields });
  return id;
}

/** Uploads a document's file through the editor's API call. */
export async function uploadDocument(
  context: BrowserContext,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<StudioFile> {
  const tokens = Object.fromEntries((await context.cookies()).map((cookie) => [cookie.name, cookie.value]));
  const answer = await context.request.post('/api/v1/studio/files', {
    data: bytes,
    headers: {
      authorization: `Bearer ${tokens[cookieNames.accessToken]}`,
      'id-token': tokens[cookieNames.idToken]!,
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(name),
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return StudioFile.parse(await answer.json());
}

/** Unpublishes an item, so that later journeys don't find it. */
export async function archive(context: BrowserContext, id: string): Promise<void> {
  const address = `/api/v1/studio/items/${id}`;
  const { version } = (await (await askApi(context, address)).json()) as { version: number };
  const archived = await askApi(context, `${address}/archive`, { method: 'POST', data: { version } });
  expect(archived.status(), await archived.text()).toBe(200);
}
