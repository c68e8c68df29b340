import { findPinnableItems } from '@portico/contracts/studio/pickers';
import { changeStudioItem, type SavedChanges } from '@portico/contracts/studio/studio';
import type { FieldChange, ItemContent } from '@portico/contracts/studio/draft';
import type { HomePin } from '@portico/kinds/items/home/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openEditor, setUpEditorTests } from '../testing/editorPage.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem } from '../testing/studioItems.ts';
import { wholeIn } from '../testing/wholeIn.ts';

setUpEditorTests();

const [news, event, other] = ['1', '2', '3'].map((digit) => `5f9b1d4e-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];
const titles = { [news]: 'Rates', [event]: 'Summit', [other]: 'Outage' };
const pin = (itemId: string): HomePin => ({ itemId, audience: [], audienceRule: { include: {}, exclude: {} } });

function openHome(
  fields: Partial<ItemContent['fields']>,
  components: ItemContent['trees']['components'] = [],
): (name: FieldChange['name']) => unknown {
  const api = studioApi(aStudioItem({ kind: 'home', draft: aDraft(components, fields) }));
  api.answer(findPinnableItems, ({ query }) => ({
    items: Object.entries(titles)
      .filter(([id, title]) =>
        query.id === undefined ? title.includes(query.text ?? '') : [query.id].flat().join().includes(id),
      )
      .map(([itemId, title]) => ({
        itemId,
        title,
        kind: itemId === event ? ('event' as const) : ('news' as const),
        isShown: itemId !== other,
      })),
  }));
  const log: SavedChanges[] = [];
  api.answer(changeStudioItem, ({ body: { changes: sent, clientId, base } }) => {
    const changes = wholeIn(sent);
    log.push({ sequence: log.length + 1, clientId, by: 'Edda', changes });
    const saved = log.filter(({ sequence }) => sequence > base);
    return { sequence: log.length, savedAt: '2026-11-23T15:00:00.000Z', conflicts: [], saved, isTooOld: false };
  });
  openEditor(api);
  return (name) =>
    log
      .flatMap(({ changes }) => changes)
      .filter((change) => change.do === 'field')
      .findLast((change) => change.name === name)?.value;
}
const group = async (name: string) => within(await screen.findByRole('group', { name }));

test('items are pinned by their title, moved by keys and removed [DESK-190, DESK-192]', async () => {
  const saved = openHome({ pins: [pin(news), pin(event)] });
  const pins = await group('Pinned items');
  expect(await pins.findByRole('button', { name: 'Rates' })).toBeDefined();
  await userEvent.click(await pins.findByRole('button', { name: 'Move up: Summit' }));
  await waitFor(() => expect(saved('pins')).toEqual([pin(event), pin(news)]));
  fireEvent.change(pins.getByRole('textbox', { name: 'Pin news or an event' }), { target: { value: 'Out' } });
  await userEvent.click(await pins.findByRole('button', { name: 'Outage News' }));
  await waitFor(() => expect(saved('pins')).toEqual([pin(event), pin(news), pin(other)]));
  expect(await pins.findByText(/nobody sees it on the dashboard/)).toBeDefined();
  await userEvent.click(await pins.findByRole('button', { name: 'Remove: Rates' }));
  await waitFor(() => expect(saved('pins')).toEqual([pin(event), pin(other)]));
});

test('a pinned item and a callout get an audience, and the number of people is shown [DESK-190, DESK-193]', async () => {
  const body = { type: 'doc' as const, content: [] };
  const saved = openHome({ pins: [pin(news)] }, [
    { id: 'c-1', type: 'Callout', kind: 'Info', title: 'Holiday hours', body },
    { id: 'd-1', type: 'Divider' },
    { id: 'g-1', type: 'ImageGallery', images: [] },
  ]);
  const choose = async (name: string) => {
    const audience = await group(name);
    const include = audience.getAllByRole('region')[0]!;
    await userEvent.selectOptions(await within(include).findByRole('combobox', { name: 'Branch' }), 'Denver');
    await userEvent.click(within(include).getByRole('button', { name: 'Add' }));
    expect(await audience.findByText(/^40 of 40/)).toBeDefined();
  };
  await screen.findByRole('button', { name: 'Rates' });
  await choose('Who sees “Rates”');
  const denver = { audience: [], audienceRule: { include: { branch: ['Denver'] }, exclude: {} } };
  await waitFor(() => expect(saved('pins')).toEqual([{ itemId: news, ...denver }]));
  const entries = await group('Who sees which entry');
  expect(entries.getByRole('button', { name: 'Carousel 1 · For everyone who gets this page' })).toBeDefined();
  await userEvent.click(entries.getByRole('button', { name: /^Holiday hours/ }));
  await choose('Who sees “Holiday hours”');
  await waitFor(() => expect(saved('entryAudiences')).toEqual([{ entryId: 'c-1', ...denver }]));
  expect(await entries.findByRole('button', { name: 'Holiday hours · For some people' })).toBeDefined();
  await userEvent.click(entries.getByRole('button', { name: 'Remove Denver' }));
  await waitFor(() => expect(saved('entryAudiences')).toEqual([]));
});

test('the widgets beside every page are ordered, named, added and removed [DESK-195]', async () => {
  const saved = openHome({});
  const widgets = await group('Widgets');
  await userEvent.click(await widgets.findByRole('button', { name: 'Move up: To-do' }));
  await waitFor(() => expect(saved('widgets')).toMatchObject([{ kind: 'Todo' }, { kind: 'EventsCalendar' }]));
  await userEvent.click(widgets.getByRole('button', { name: 'To-do' }));
  fireEvent.change(await widgets.findByRole('textbox', { name: 'Title' }), { target: { value: 'My tasks' } });
  await waitFor(() => expect(saved('widgets')).toMatchObject([{ title: 'My tasks' }, { kind: 'EventsCalendar' }]));
  await userEvent.click(widgets.getByRole('button', { name: 'Remove: Events calendar' }));
  await userEvent.click(widgets.getByRole('button', { name: 'Add a to-do list' }));
  await waitFor(() => expect(saved('widgets')).toMatchObject([{ title: 'My tasks' }, { title: 'To-do list' }]));
});

test('the banner has a kind and a link, and an unsafe address is never saved [DESK-196]', async () => {
  const saved = openHome({ notificationBanner: { id: 'b-1', kind: 'Info', title: 'Phones are down' } });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Kind of banner' }), 'Warning');
  await waitFor(() => expect(saved('notificationBanner')).toMatchObject({ kind: 'Warning' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a link' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Text of the link' }), { target: { value: 'Status' } });
  const address = screen.getByRole('textbox', { name: /^Address of the link/ });
  fireEvent.change(address, { target: { value: 'javascript:alert(1)' } });
  fireEvent.blur(address);
  expect((address as HTMLInputElement).value).toBe('javascript:alert(1)');
  await waitFor(() => expect(saved('notificationBanner')).toMatchObject({ link: { text: 'Status', href: '/news' } }));
  fireEvent.change(address, { target: { value: '/support' } });
  await waitFor(() => expect(saved('notificationBanner')).toMatchObject({ link: { href: '/support' } }));
  expect(saved('notificationBanner')).not.toMatchObject({ id: 'b-1' });
  await userEvent.click(screen.getByRole('button', { name: 'Remove the link' }));
  await waitFor(() => expect(saved('notificationBanner')).toMatchObject({ title: 'Phones are down', link: null }));
});
