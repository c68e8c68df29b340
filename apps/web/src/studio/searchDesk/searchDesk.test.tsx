import {
  changePinnedAnswers,
  listPinnedAnswers,
  previewPinnedAnswer,
  undoPinnedChange,
  type PinnedAnswer,
  type PinnedAnswerList,
  type PinnedChange,
  type PinnedItem,
} from '@portico/contracts/pinnedAnswers';
import { findPeople } from '@portico/contracts/studio/audience';
import { listStudioItems } from '@portico/contracts/studio/studio';
import { fakeApi } from '@portico/testing/fakeApi';
import { aSearchResult, someMarkedText } from '@portico/testing/searchBuilders';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { aListItem, answerStudio } from '../testing/studioItems.ts';

afterEach(() => clearToasts());

const ids = ['a', 'b', 'c'].map((letter) => `6f9b1d4e-0000-4000-8000-0000000000${letter}1`);
const [FIRST, SECOND, THIRD] = ids as [string, string, string];

const anItem = (own: Partial<PinnedItem> = {}): PinnedItem => ({
  itemId: FIRST,
  title: 'Paid time off',
  kind: 'news',
  path: `/news/${FIRST}`,
  state: 'Shown',
  ...own,
});
const anAnswer = (own: Partial<PinnedAnswer> = {}): PinnedAnswer => ({
  id: THIRD,
  terms: ['vacation'],
  items: [anItem()],
  ...own,
});
const aChange = (own: Partial<PinnedChange> = {}): PinnedChange => ({
  id: 7,
  kind: 'Retire',
  terms: ['vacation'],
  termsAfter: [],
  madeAt: '2026-11-03T14:30:00.000Z',
  madeBy: 'Edda Mohr',
  undoneAt: null,
  undoneBy: null,
  mayUndo: true,
  ...own,
});

/** A desk whose list tests replace. */
function deskApi(start: Partial<PinnedAnswerList> = {}) {
  const state: PinnedAnswerList = { version: 1, answers: [], changes: [], ...start };
  const sent: unknown[] = [];
  const api = answerStudio(fakeApi());
  api.answer(listPinnedAnswers, () => ({ ...state }));
  api.answer(changePinnedAnswers, ({ body }) => {
    sent.push(body);
    state.version += 1;
    state.changes = [aChange()];
    return { ...state };
  });
  api.answer(undoPinnedChange, ({ params, body }) => {
    sent.push({ ...params, ...body });
    return { ...state };
  });
  const found = (text: string, id: string) => aSearchResult({ id, header: someMarkedText(text) });
  api.answer(previewPinnedAnswer, ({ body }) => ({
    pinnedToday: [],
    pinnedThen: body.itemIds.map((id) => found(`Pinned for ${body.personId === null ? 'me' : 'them'}`, id)),
    results: [found(`Found for ${body.term}`, SECOND)],
    total: 12,
  }));
  api.answer(listStudioItems, {
    items: [
      aListItem({ id: FIRST, title: 'Paid time off', kind: 'news' }),
      aListItem({ id: SECOND, title: 'Time sheet', kind: 'document' }),
    ],
    page: 1,
    pageSize: 25,
    total: 2,
  });
  return { api, sent, state };
}

const open = (api: ReturnType<typeof deskApi>['api']) => openPortal('/studio/search', { api, person: 'edda' });
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('an answer is written beside what readers find for it, with its items in order [DESK-160, DESK-164]', async () => {
  const { api, sent } = deskApi();
  api.answer(findPeople, {
    items: [{ id: THIRD, name: 'Nils Aldous', email: 'nils@firm.test', advisorType: 'Nla' }],
  });
  open(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Pin an answer…' }));
  const dialog = await dialogOf('Pin an answer');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter at least one term.')).toBeDefined();
  expect(dialog.getByText('Choose at least one item.')).toBeDefined();
  await userEvent.type(dialog.getByRole('textbox', { name: /^Terms/ }), 'vacation{Enter} days off ');
  for (const title of [/^Time sheet/, /^Paid time off/]) {
    await userEvent.type(dialog.getByRole('textbox', { name: 'Find a published item' }), 'time');
    const found = within(await dialog.findByRole('list', { name: 'Items found' }));
    await userEvent.click(found.getByRole('button', { name: title }));
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Move up Paid time off' }));
  const then = within(await dialog.findByRole('region', { name: 'With this answer' }));
  await waitFor(() =>
    expect(within(then.getByRole('list', { name: 'Above the results' })).getAllByRole('listitem')).toHaveLength(2),
  );
  const today = within(dialog.getByRole('region', { name: 'Today' }));
  expect(today.queryByRole('list', { name: 'Above the results' })).toBeNull();
  expect(await today.findByText('Found for vacation')).toBeDefined();
  expect(today.getByText('12 results')).toBeDefined();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Term' }), 'days off');
  expect(await today.findByText('Found for days off')).toBeDefined();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Preview as a person' }), 'Nils');
  await userEvent.click(await dialog.findByRole('button', { name: /^Nils Aldous/ }));
  expect((await then.findAllByText('Pinned for them')).length).toBe(2);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('The answer to vacation is saved.');
  expect(sent).toEqual([
    {
      version: 1,
      change: { do: 'Save', id: expect.any(String), terms: ['vacation', 'days off'], itemIds: [FIRST, SECOND] },
    },
  ]);
});

test('the second of two editors is told why, keeps what they typed, and can try again [DESK-162]', async () => {
  const { api, sent, state } = deskApi({ answers: [anAnswer()] });
  api.fail(changePinnedAnswers, 'conflict');
  expectErrorsInConsole();
  open(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Change the answer to vacation' }));
  const dialog = await dialogOf('Change a pinned answer');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Terms/ }), '{Enter}holidays');
  state.version = 4;
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).not.toBe('');
  expect(dialog.getByRole('textbox', { name: /^Terms/ })).toHaveProperty('value', 'vacation\nholidays');
  api.answer(changePinnedAnswers, ({ body }) => {
    sent.push(body);
    return { ...state };
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const change = { do: 'Save', id: THIRD, terms: ['vacation', 'holidays'], itemIds: [FIRST] };
  await waitFor(() => expect(sent).toEqual([{ version: 4, change }]));
});

test('answers are found, merged, retired and given back [DESK-162]', async () => {
  const { api, sent } = deskApi({
    answers: [
      anAnswer({ id: SECOND, terms: ['fees'], items: [anItem({ title: 'Fee table', state: 'Hidden' })] }),
      anAnswer({ items: [anItem(), anItem({ itemId: SECOND, title: '', kind: '', state: 'Deleted' })] }),
    ],
    changes: [aChange({ kind: 'Change', termsAfter: ['vacation', 'days off'] })],
  });
  open(api);
  const list = within(await screen.findByRole('list', { name: 'Pinned answers' }));
  expect(list.getByText(/not shown to readers now/)).toBeDefined();
  expect(list.getByText('A deleted item')).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a term or item' }), 'paid');
  expect(list.queryByText('fees')).toBeNull();
  await userEvent.click(list.getByRole('button', { name: 'More for vacation' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Merge…' }));
  const dialog = await dialogOf('Merge the answer to vacation');
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  await screen.findByText('The answer to vacation is merged.');
  await userEvent.click(list.getByRole('button', { name: 'More for vacation' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Retire' }));
  await screen.findByText('The answer to vacation is retired.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Retired: vacation' }));
  await screen.findByText('The change was undone.');
  expect(sent).toEqual([
    { version: 1, change: { do: 'Merge', id: THIRD, into: SECOND } },
    { version: 2, change: { do: 'Retire', id: THIRD } },
    { changeId: '7', version: 3 },
  ]);
});

test('without any answer, the page says so, and leads to the abbreviations [DESK-160]', async () => {
  const { api } = deskApi();
  open(api);
  expect(await screen.findByRole('heading', { name: 'Nothing is pinned yet' })).toBeDefined();
  expect(screen.getByText('Nothing was pinned or changed yet.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Edit abbreviations' }).getAttribute('href')).toBe('/search/abbreviations');
});
