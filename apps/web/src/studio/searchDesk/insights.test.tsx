import { changePinnedAnswers, listPinnedAnswers, previewPinnedAnswer } from '@portico/contracts/pinnedAnswers';
import { createAbbreviation } from '@portico/contracts/search';
import { getSearchInsights, type SearchedTerm, type SearchInsights } from '@portico/contracts/studio/insights';
import { listStudioItems } from '@portico/contracts/studio/studio';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { aListItem, answerStudio, ITEM_ID } from '../testing/studioItems.ts';

afterEach(() => clearToasts());

const aTerm = (own: Partial<SearchedTerm> = {}): SearchedTerm => ({
  term: 'quokka',
  searches: 12,
  unanswered: 9,
  isPinned: false,
  isAbbreviation: false,
  ...own,
});

function insightsApi(start: Partial<SearchInsights> = {}) {
  const insights: SearchInsights = {
    from: '2026-03-09',
    to: '2026-03-10',
    searches: 20,
    unanswered: null,
    steps: [
      { from: '2026-03-09', searches: 0, unanswered: 0 },
      { from: '2026-03-10', searches: 20, unanswered: null },
    ],
    terms: [aTerm()],
    hasMore: false,
    ...start,
  };
  const asked: unknown[] = [];
  const api = answerStudio(fakeApi());
  api.answer(getSearchInsights, ({ query }) => {
    asked.push(query);
    return insights;
  });
  api.answer(listPinnedAnswers, { version: 3, answers: [], changes: [] });
  api.answer(previewPinnedAnswer, { pinnedToday: [], pinnedThen: [], results: [], total: 0 });
  api.answer(listStudioItems, { items: [aListItem({ title: 'Time away' })], page: 1, pageSize: 25, total: 1 });
  return { api, asked };
}

const open = (api: ReturnType<typeof insightsApi>['api'], path = '/studio/insights') =>
  openPortal(path, { api, person: 'edda' });

test('searches are shown over time and by term, with small numbers as the server gives them [DESK-166]', async () => {
  const { api, asked } = insightsApi({
    terms: [aTerm(), aTerm({ term: 'zebra', searches: null, unanswered: 0, isPinned: true, isAbbreviation: true })],
    hasMore: true,
  });
  open(api);
  const list = within(await screen.findByRole('list', { name: 'Terms without an answer' }));
  expect(list.getByText('12 searches · 9 without an answer')).toBeDefined();
  expect(list.getByText('fewer than 5 searches · has a pinned answer · is an abbreviation')).toBeDefined();
  expect(list.queryByRole('button', { name: 'Pin an answer to zebra' })).toBeNull();
  expect(list.queryByRole('button', { name: 'Explain zebra' })).toBeNull();
  expect(screen.getByText('20 searches, fewer than 5 without an answer')).toBeDefined();
  expect(screen.getByText('The first 2 terms. The export has all.')).toBeDefined();
  await userEvent.click(screen.getByText('Show as a table'));
  const rows = within(screen.getByRole('table', { name: 'Searches over time' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'FromSearchesWithout an answer',
    'Mar 9, 202600',
    'Mar 10, 202620fewer than 5',
  ]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 365 days');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Terms' }), 'All terms');
  await waitFor(() => expect(asked.at(-1)).toEqual({ days: '365', kind: 'All' }));
  expect(await screen.findByRole('list', { name: 'All terms' })).toBeDefined();
});

test('a term without an answer becomes a pinned answer, with its words already there [DESK-167]', async () => {
  const { api, asked } = insightsApi();
  const sent: unknown[] = [];
  api.answer(changePinnedAnswers, ({ body }) => {
    sent.push(body);
    return { version: 4, answers: [], changes: [] };
  });
  open(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Pin an answer to quokka' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pin an answer' }));
  expect(dialog.getByRole('textbox', { name: /^Terms/ })).toHaveProperty('value', 'quokka');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Find a published item' }), 'time');
  await userEvent.click(await dialog.findByRole('button', { name: /^Time away/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('The answer to quokka is saved.');
  const change = { do: 'Save', id: expect.any(String), terms: ['quokka'], itemIds: [ITEM_ID] };
  expect(sent).toEqual([{ version: 3, change }]);
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));
});

test('a term is explained as an abbreviation, and a refusal keeps what was typed [DESK-167]', async () => {
  const { api } = insightsApi();
  const sent: unknown[] = [];
  api.fail(createAbbreviation, 'conflict');
  expectErrorsInConsole();
  open(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Explain quokka' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'What does quokka mean?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter what it means.')).toBeDefined();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Meaning' }), 'time away{Enter}');
  expect((await dialog.findByRole('alert')).textContent).not.toBe('');
  expect(dialog.getByRole('textbox', { name: 'Meaning' })).toHaveProperty('value', 'time away');
  api.answer(createAbbreviation, ({ body }) => {
    sent.push(body);
    return { id: ITEM_ID, version: 1, ...body };
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Search now knows what quokka means.');
  expect(sent).toEqual([{ abbreviation: 'quokka', meaning: 'time away' }]);
});

test('without a search, the page says so [DESK-166]', async () => {
  const { api } = insightsApi({ terms: [], searches: 0, unanswered: 0 });
  open(api, '/studio/insights?days=7&kind=All');
  expect(await screen.findByRole('heading', { name: 'Nobody has searched in this period' })).toBeDefined();
  expect(screen.getByRole('combobox', { name: 'Period' })).toHaveProperty('value', '7');
});
