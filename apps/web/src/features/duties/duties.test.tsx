import {
  confirmItem,
  getItemConfirmation,
  listDuties,
  type Duty,
  type ItemConfirmation,
} from '@portico/contracts/duties';
import { getContentPage } from '@portico/contracts/pages';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { ACTING_FOR_KEY } from '../../sign-in/actingFor.ts';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

afterEach(() => clearToasts());

const ITEM_ID = '6f9b1d4e-0000-4000-8000-000000000001';
const FIRST = '6f9b1d4e-0000-4000-8000-0000000000a1';
const SECOND = '6f9b1d4e-0000-4000-8000-0000000000a2';
const PERSON = '6f9b1d4e-0000-4000-8000-0000000000c1';
const RECORD = '6f9b1d4e-0000-4000-8000-0000000000b1';

const asked = (own: Partial<ItemConfirmation> = {}): ItemConfirmation => ({
  revisionId: FIRST,
  revision: 1,
  statement: 'I have read the travel policy.',
  dueDate: '2099-06-20',
  isOverdue: false,
  delegatesMay: false,
  questions: [],
  reason: null,
  confirmed: null,
  changedSince: null,
  ...own,
});

function pageApi(own: Partial<ItemConfirmation> = {}): FakeApi & { publish: (revisionId: string) => void } {
  const api = fakeApi();
  const publish = (revisionId: string) =>
    api.answer(getContentPage, {
      id: ITEM_ID,
      path: '/onboarding',
      header: `Travel policy of ${revisionId.slice(-2)}`,
      description: '',
      image: null,
      publishedAt: '2026-01-01T00:00:00Z',
      revisionId,
      components: [
        { id: 'ask', type: 'Confirmation', statement: 'I have read the travel policy.', dueDate: '2099-06-20' },
      ],
    });
  publish(FIRST);
  api.answer(getItemConfirmation, asked(own));
  return Object.assign(api, { publish });
}

/** The interactive part replaces the one that is read-only until its code has loaded. */
async function region() {
  await screen.findByText(/^(?:Confirm|Confirmed .*|Show the new version|Try again)$/, { selector: '[data-block] *' });
  return within(screen.getByRole('region', { name: 'Confirmation' }));
}

describe('a page that asks for a confirmation', () => {
  test('offers the receipt of a confirmation where there is one [PROOF-025]', async () => {
    const confirmed = { id: RECORD, confirmedAt: '2026-06-10T14:00:00.000Z', revision: 1 };
    openPortal('/onboarding', { api: pageApi({ confirmed: { ...confirmed, receipt: 7 } }) });
    const link = await screen.findByRole('link', { name: 'Save receipt' });
    expect(link.getAttribute('href')).toBe('/media/proofs/7.tlog-proof');
  });

  test('lets a delegate confirm only where it is open to delegates, with both names [ACT-016]', async () => {
    sessionStorage.setItem(ACTING_FOR_KEY, PERSON);
    onTestFinished(() => sessionStorage.clear());
    openPortal('/onboarding', { api: pageApi() });
    await screen.findByText('Only the person for whom you act can confirm this.');
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    cleanup();
    const api = pageApi({ delegatesMay: true });
    const confirmed = { id: RECORD, confirmedAt: '2026-06-10T14:00:00.000Z', revision: 1, by: 'Nils Aldous' };
    api.answer(confirmItem, () => {
      const done = asked({ delegatesMay: true, confirmed });
      api.answer(getItemConfirmation, done);
      return done;
    });
    openPortal('/onboarding', { api });
    await screen.findByText('Both names, the time and this exact version are recorded.');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText(/^Confirmed June 10, 2026, .* by Nils Aldous$/);
  });

  test('says what to confirm and until when, and records the press with the revision on the page [DUTY-004, DUTY-014]', async () => {
    const api = pageApi();
    const done = asked({ confirmed: { id: RECORD, confirmedAt: '2026-06-10T14:00:00.000Z', revision: 1 } });
    const sent: unknown[] = [];
    api.answer(confirmItem, ({ params, body }) => {
      sent.push({ ...params, ...body });
      api.answer(getItemConfirmation, done);
      return done;
    });
    openPortal('/onboarding?from=duties', { api });
    const part = await region();
    expect(part.getByText('I have read the travel policy.')).toBeDefined();
    expect(part.getByText('June 20, 2099')).toBeDefined();
    expect(part.getByText(/^Please read this and confirm by/)).toBeDefined();
    const confirm = await part.findByRole('button', { name: 'Confirm' });
    expect(part.queryByRole('group', { name: 'Questions' })).toBeNull();
    await userEvent.click(confirm);
    await waitFor(() => expect(part.getByText(/^Confirmed June 10, 2026/)).toBeDefined());
    expect(sent).toEqual([{ itemId: ITEM_ID, revisionId: FIRST, openedFrom: 'Duties', view: 'Page' }]);
    expect(part.queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(part.getByRole('button', { name: 'Save record' })).toBeDefined();
    expect(part.queryByRole('link', { name: 'Save receipt' })).toBeNull();
    expect(part.getByRole('link', { name: 'All my confirmations' }).getAttribute('href')).toBe('/duties');
  });

  test('sends the press again while the portal is busy, and says so [DUTY-091]', async () => {
    const api = pageApi();
    const done = asked({ confirmed: { id: RECORD, confirmedAt: '2026-06-10T14:00:00.000Z', revision: 1 } });
    api.fail(confirmItem, 'unavailable');
    openPortal('/onboarding', { api });
    const part = await region();
    await userEvent.click(await part.findByRole('button', { name: 'Confirm' }));
    await part.findByText(/^Many people are confirming right now/);
    expect(part.queryByRole('alert')).toBeNull();
    api.answer(confirmItem, () => {
      api.answer(getItemConfirmation, done);
      return done;
    });
    await waitFor(() => expect(part.getByText(/^Confirmed June 10, 2026/)).toBeDefined());
    expect(screen.queryByText(/^Many people are confirming right now/)).toBeNull();
  });

  test('says before the press that a newer version was published, and shows it [DUTY-005]', async () => {
    const api = pageApi({ revisionId: SECOND, revision: 2 });
    openPortal('/onboarding', { api });
    const part = await region();
    await part.findByText(/newer version of this page was published/);
    expect(part.queryByRole('button', { name: 'Confirm' })).toBeNull();
    api.publish(SECOND);
    await userEvent.click(part.getByRole('button', { name: 'Show the new version' }));
    await screen.findByRole('heading', { level: 1, name: 'Travel policy of a2' });
    expect(await (await region()).findByRole('button', { name: 'Confirm' })).toBeDefined();
  });

  test('shows the new version with the reason when the press comes too late [DUTY-005]', async () => {
    const api = pageApi();
    openPortal('/onboarding', { api });
    const part = await region();
    const button = await part.findByRole('button', { name: 'Confirm' });
    api.fail(confirmItem, 'conflict');
    api.publish(SECOND);
    api.answer(getItemConfirmation, asked({ revisionId: SECOND, revision: 2 }));
    await userEvent.click(button);
    await screen.findByRole('heading', { level: 1, name: 'Travel policy of a2' });
    await screen.findByRole('alert');
    expect(await (await region()).findByRole('button', { name: 'Confirm' })).toBeDefined();
  });

  test('says why it must be confirmed again, and that it is overdue [DUTY-006]', async () => {
    openPortal('/onboarding', { api: pageApi({ reason: 'Hotels need approval', isOverdue: true }) });
    const part = await region();
    await part.findByText('It changed: Hotels need approval');
    expect(part.getByText('Overdue')).toBeDefined();
  });

  test('shows who confirmed an earlier version only what changed, with the old words, and the whole page on one press [DUTY-029]', async () => {
    const difference = { change: 'Changed' as const, isMoved: false, former: [], isWithheld: false };
    const changedSince = {
      revision: 1,
      confirmedAt: '2026-06-10T14:00:00.000Z',
      sections: [
        { ...difference, heading: 'Gifts', before: 'Up to $100 a year.', after: 'Up to $50 a year.' },
        {
          ...difference,
          heading: 'Guests',
          change: 'Reworded' as const,
          former: ['Meals'],
          before: 'Ask.',
          after: 'Ask.',
        },
        { ...difference, heading: 'Code', before: '', after: '', isWithheld: true },
      ],
      small: ['Records'],
    };
    const api = pageApi({ reason: 'New limits', changedSince });
    api.answer(getContentPage, {
      id: ITEM_ID,
      path: '/onboarding',
      header: 'Gift policy',
      description: '',
      image: null,
      publishedAt: '2026-01-01T00:00:00Z',
      revisionId: FIRST,
      components: [
        { id: 'h', type: 'Header', level: 2, text: 'Everything else' },
        { id: 'ask', type: 'Confirmation', statement: 'I have read the travel policy.', dueDate: '2099-06-20' },
      ],
    });
    const sent: unknown[] = [];
    api.answer(confirmItem, ({ body }) => {
      sent.push(body.view);
      return asked({ confirmed: { id: RECORD, confirmedAt: '2026-06-10T14:00:00.000Z', revision: 2 } });
    });
    openPortal('/onboarding', { api });
    const changes = within(await screen.findByRole('region', { name: 'What changed since you confirmed' }));
    expect(changes.getByText(/^You confirmed version 1 on .*3 sections have changed/)).toBeDefined();
    expect(changes.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'What changed since you confirmed',
      'Gifts',
      'Guests',
      'Code',
    ]);
    expect(changes.getByRole('deletion').textContent).toBe('removed: $100');
    expect(changes.getByRole('insertion').textContent).toBe('added: $50');
    expect(changes.getByText('Before: “Meals”')).toBeDefined();
    expect(changes.getByText(/Not everyone sees this part/)).toBeDefined();
    expect(changes.getByText(/need no confirmation: Records/)).toBeDefined();
    const other = screen.getByText('Everything else', { selector: 'h2 *' });
    const hidesRest = () => other.closest('[class*="partial"]') !== null;
    expect(hidesRest()).toBe(true);
    screen.getByRole('button', { name: 'Show the whole page' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(hidesRest()).toBe(false);
    expect(screen.queryByRole('region', { name: 'What changed since you confirmed' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show only what changed' }));
    await userEvent.click(await (await region()).findByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(sent).toEqual(['Changes']));
  });

  test('asks questions, says why an answer is wrong until another one is chosen, and sends them by keyboard [DUTY-104]', async () => {
    const questions = [
      { question: 'Who approves a gift?', choices: ['Nobody', 'Compliance'] },
      { question: 'Up to how much?', choices: ['$100', '$500'] },
    ];
    const api = pageApi({ questions });
    api.fail(confirmItem, 'invalid_input', 'Not every answer is right. Please try again.', [
      { path: 'answers.0', message: 'Compliance approves each gift.' },
      { path: 'answers.1', message: 'Choose an answer.' },
    ]);
    openPortal('/onboarding', { api });
    const part = within(await screen.findByRole('group', { name: 'Questions' }));
    const first = within(part.getByRole('radiogroup', { name: 'Who approves a gift?' }));
    const second = part.getByRole('radiogroup', { name: 'Up to how much?' });
    expect(second.getAttribute('aria-required')).toBe('true');
    await userEvent.click(first.getByRole('radio', { name: 'Nobody' }));
    const confirm = screen.getByRole('button', { name: 'Confirm' });
    await userEvent.click(confirm);
    await part.findByText('Compliance approves each gift.');
    expect(part.getByText('Choose an answer.')).toBeDefined();
    expect((await screen.findByRole('alert')).textContent).toBe('Not every answer is right. Please try again.');
    // What was chosen stays.
    expect(first.getByRole<HTMLInputElement>('radio', { name: 'Nobody' }).checked).toBe(true);
    first.getByRole('radio', { name: 'Nobody' }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(part.queryByText('Compliance approves each gift.')).toBeNull();
    expect(part.getByText('Choose an answer.')).toBeDefined();
    await userEvent.click(within(second).getByRole('radio', { name: '$100' }));
    const sent: unknown[] = [];
    api.answer(confirmItem, ({ body }) => {
      sent.push(body.answers);
      const done = asked({ confirmed: { id: RECORD, confirmedAt: '2026-06-10T14:00:00.000Z', revision: 1 } });
      api.answer(getItemConfirmation, done);
      return done;
    });
    confirm.focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByText(/^Confirmed June 10, 2026/);
    expect(sent).toEqual([[1, 0]]);
    expect(screen.queryByRole('group', { name: 'Questions' })).toBeNull();
  });

  test('asks the questions of a new version without what was chosen in the one before [DUTY-104]', async () => {
    const api = pageApi({ questions: [{ question: 'Who approves a gift?', choices: ['Nobody', 'Compliance'] }] });
    openPortal('/onboarding', { api });
    await userEvent.click(await screen.findByRole('radio', { name: 'Compliance' }));
    api.fail(confirmItem, 'conflict');
    api.publish(SECOND);
    const questions = [{ question: 'Who approves a trip?', choices: ['Nobody', 'The travel desk'] }];
    api.answer(getItemConfirmation, asked({ revisionId: SECOND, revision: 2, questions }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    const desk = await screen.findByRole<HTMLInputElement>('radio', { name: 'The travel desk' });
    expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([]);
    const sent: unknown[] = [];
    api.answer(confirmItem, ({ body }) => {
      sent.push(body.answers);
      return asked({ revisionId: SECOND, revision: 2, questions });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(sent).toEqual([[null]]));
    await userEvent.click(desk);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(sent).toEqual([[null], [1]]));
  });

  test('asks no questions of somebody who acts for the person [DUTY-104]', async () => {
    sessionStorage.setItem(ACTING_FOR_KEY, PERSON);
    onTestFinished(() => sessionStorage.clear());
    openPortal('/onboarding', {
      api: pageApi({ questions: [{ question: 'Who approves a gift?', choices: ['Nobody', 'Compliance'] }] }),
    });
    await screen.findByText('Only the person for whom you act can confirm this.');
    expect(screen.queryByRole('group', { name: 'Questions' })).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('says only on an event that it asks those who were there [DUTY-105]', async () => {
    const api = pageApi();
    api.answer(getContentPage, {
      id: ITEM_ID,
      path: '/onboarding',
      header: 'Ethics day',
      description: '',
      image: null,
      publishedAt: '2026-01-01T00:00:00Z',
      revisionId: FIRST,
      components: [
        { id: 'ask', type: 'Confirmation', statement: 'I was there.', dueDate: '2099-06-20', onlyAttended: true },
      ],
    });
    api.fail(getItemConfirmation, 'not_found');
    openPortal('/onboarding', { api });
    const part = within(await screen.findByRole('region', { name: 'Confirmation' }));
    expect(part.getByText(/After the event, please confirm that you were there by/)).toBeDefined();
    await waitFor(() => expect(part.queryByText('Loading your confirmation')).toBeNull());
    expect(part.queryByRole('button')).toBeNull();
  });

  test('shows the whole page to who never confirmed it [DUTY-029]', async () => {
    openPortal('/onboarding', { api: pageApi({ reason: 'New limits' }) });
    await (await region()).findByText('It changed: New limits');
    expect(screen.queryByRole('region', { name: 'What changed since you confirmed' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show the whole page' })).toBeNull();
    expect(document.querySelector('[class*="partial"]')).toBeNull();
  });

  test('offers another try when the confirmation cannot be loaded [DUTY-014]', async () => {
    const api = pageApi();
    api.fail(getItemConfirmation, 'internal');
    openPortal('/onboarding', { api });
    const part = await region();
    await part.findByText('Your confirmation couldn’t be loaded.');
    api.answer(getItemConfirmation, asked());
    await userEvent.click(part.getByRole('button', { name: 'Try again' }));
    expect(await part.findByRole('button', { name: 'Confirm' })).toBeDefined();
  });
});

const aDuty = (own: Partial<Duty> = {}): Duty => ({
  id: RECORD,
  itemId: ITEM_ID,
  title: 'Travel policy',
  kind: 'news',
  path: `/news/${ITEM_ID}`,
  statement: 'I have read the travel policy.',
  dueDate: '2026-01-02',
  isOverdue: true,
  reason: null,
  changed: [],
  confirmedAt: null,
  ...own,
});
const listed = (items: Duty[], counts = { open: 2, overdue: 1, done: 3, team: null as number | null }) => ({
  items,
  page: 1,
  pageSize: 25,
  total: items.length,
  counts,
});

describe('the page of confirmations', () => {
  test('lists what is due, marks what is overdue, and has its filters in the address [DUTY-008]', async () => {
    const api = fakeApi();
    api.answer(listDuties, ({ query }) =>
      listed(
        query.state === 'Done' ? [aDuty({ confirmedAt: '2026-01-02T10:00:00.000Z', isOverdue: false })] : [aDuty()],
      ),
    );
    const { address } = openPortal('/duties', { api });
    const link = await screen.findByRole('link', { name: 'Travel policy' });
    expect(link.getAttribute('href')).toBe(`/news/${ITEM_ID}?from=duties`);
    expect(screen.getByText('Due January 2, 2026')).toBeDefined();
    expect(screen.getByText('Overdue', { selector: 'li *' })).toBeDefined();
    const filters = within(screen.getByRole('navigation', { name: 'Which confirmations' }));
    expect(filters.getByRole('link', { name: /^To confirm/ }).getAttribute('aria-current')).toBe('page');
    await userEvent.click(filters.getByRole('link', { name: /^Confirmed/ }));
    await waitFor(() => expect(address()).toBe('/duties?state=Done'));
    expect(await screen.findByRole('button', { name: 'Save the record of Travel policy' })).toBeDefined();
  });

  test('says which sections changed [DUTY-030]', async () => {
    const api = fakeApi();
    const changed = ['Gifts', 'Meals', 'Records', 'Travel'];
    const two = { ...aDuty({ changed: changed.slice(0, 2) }), id: FIRST };
    api.answer(listDuties, listed([aDuty({ changed }), two, { ...aDuty(), id: SECOND }]));
    openPortal('/duties', { api });
    await screen.findByText('4 sections changed: Gifts, Meals, Records and 1 more');
    expect(screen.getByText('2 sections changed: Gifts, Meals')).toBeDefined();
    expect(screen.getAllByText(/sections? changed/)).toHaveLength(2);
  });

  test('says that there is nothing to do, and what failed [DUTY-008]', async () => {
    const api = fakeApi();
    api.answer(listDuties, listed([], { open: 0, overdue: 0, done: 0, team: null }));
    openPortal('/duties', { api });
    await screen.findByRole('heading', { name: 'Nothing to confirm' });
    expectErrorsInConsole();
    api.fail(listDuties, 'internal');
    openPortal('/duties?state=Overdue', { api });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});
