import {
  deleteCreditNeed,
  getCertificateRecord,
  importCreditNeeds,
  listCreditNeeds,
  listPersonStandings,
  remindCredits,
  saveCreditNeed,
  type PersonStanding,
  type StoredNeed,
} from '@portico/contracts/studio/credits';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { answerStudio } from '../testing/studioItems.ts';

beforeEach(() => localStorage.clear());
afterEach(() => clearToasts());

const NEED = '6f9b1d4e-0000-4000-8000-0000000000a1';
const cora: PersonStanding = {
  id: '6f9b1d4e-0000-4000-8000-0000000000b1',
  needId: NEED,
  person: { id: '6f9b1d4e-0000-4000-8000-0000000000c1', name: 'Cora Finch', email: null },
  firm: 'Quill',
  branch: null,
  supervisor: null,
  program: 'Insurance CE',
  state: 'NC',
  subject: '',
  needed: '3',
  earned: '1',
  missing: '2',
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  dueDate: '2026-11-30',
  isOverdue: false,
  remindedAt: null,
};
const stored: StoredNeed = {
  id: NEED,
  version: 3,
  people: 4,
  need: {
    program: 'Insurance CE',
    state: 'NC',
    subject: '',
    hours: '3',
    startsOn: '01-01',
    dueOn: '11-30',
    firstYear: 2026,
    lastYear: null,
    reminders: null,
    audience: [],
    audienceRule: { include: {}, exclude: {} },
  },
};

function creditsApi(items = [stored], mayChange = true): FakeApi {
  const api = answerStudio(fakeApi());
  api.answer(listPersonStandings, {
    items: [cora],
    page: 1,
    pageSize: 50,
    total: 1,
    counts: { all: 4, missing: 3, overdue: 1 },
    needs: [{ id: NEED, name: 'Insurance CE (NC)', all: 4, missing: 3 }],
    firms: [
      { name: 'Quill', all: 3, missing: 2 },
      { name: null, all: 1, missing: 1 },
    ],
    branches: [{ name: null, all: 4, missing: 3 }],
    supervisors: [{ name: null, all: 4, missing: 3 }],
    reminds: 2,
    remindsByMail: 1,
  });
  api.answer(listCreditNeeds, { items, mayChange });
  return api;
}

test('filters of who lacks what are in the address, and a reminder names how many people it reaches [CREDIT-030, CREDIT-032]', async () => {
  const api = creditsApi();
  const sent: unknown[] = [];
  api.answer(remindCredits, ({ body }) => {
    sent.push(body);
    return { people: 2 };
  });
  const { address } = openPortal('/studio/credits', { api, person: 'edda' });
  expect((await screen.findByRole('link', { name: 'Cora Finch' })).getAttribute('href')).toBe(
    `/duties/credits?person=${cora.person.id}`,
  );
  expect(screen.getByText('2 h missing')).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Branch' })).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Firm' }), 'Quill (2 of 3 missing)');
  await waitFor(() => expect(address()).toBe('/studio/credits?firm=Quill'));
  await userEvent.click(
    within(screen.getByRole('navigation', { name: 'Status' })).getByRole('link', { name: /^Missing/ }),
  );
  await waitFor(() => expect(address()).toBe('/studio/credits?firm=Quill&state=Missing'));
  await userEvent.click(await screen.findByRole('button', { name: 'Remind 2 people…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remind of missing credits' }));
  expect(dialog.getByRole('status').textContent).toMatch(
    /^2 people of this list get a notification.* 1 of them also gets an email\.$/,
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  await screen.findByText('2 people were reminded.');
  expect(sent).toMatchObject([{ people: 2, filters: { firm: 'Quill', state: 'Missing' } }]);
});

test('a line of the table is checked where it is typed, kept in the browser, and saved [CREDIT-020]', async () => {
  const api = creditsApi([]);
  const saved: unknown[] = [];
  api.answer(saveCreditNeed, ({ body }) => {
    saved.push(body);
    return { items: [], mayChange: true };
  });
  openPortal('/studio/credits?view=needs', { api, person: 'edda' });
  await screen.findByRole('heading', { name: 'The table is empty' });
  await userEvent.click(screen.getByRole('button', { name: 'Add a line…' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'New line' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Program' }), 'CFP');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Hours' }), '0');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter hours such as 1.5.')).toBeDefined();
  expect(saved).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add a line…' }));
  dialog = within(await screen.findByRole('dialog', { name: 'New line' }));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Program' }).value).toBe('CFP');
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Hours' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Hours' }), '30');
  await userEvent.selectOptions(
    dialog.getByRole('combobox', { name: 'Reminders of those who lack hours' }),
    'Also every week after it, until the year ends',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved).toMatchObject([
    {
      version: null,
      need: { program: 'CFP', hours: '30', startsOn: '01-01', dueOn: '11-30', lastYear: null, reminders: 'Weekly' },
    },
  ]);
});

test('a conflict is said in the dialog, and what was typed stays [CREDIT-020]', async () => {
  const api = creditsApi();
  api.fail(saveCreditNeed, 'conflict', 'Someone else has changed this line.');
  openPortal('/studio/credits?view=needs', { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Insurance CE (NC)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change line' }));
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Hours' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Hours' }), '9');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Someone else has changed this line.');
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Hours' }).value).toBe('9');
});

test('removing a line asks first; those who may not change the table see it without buttons [CREDIT-020, CREDIT-033]', async () => {
  const api = creditsApi();
  const removed: string[] = [];
  api.answer(deleteCreditNeed, ({ params, query }) => {
    removed.push(`${params.needId} ${query.version}`);
    return { items: [], mayChange: true };
  });
  openPortal('/studio/credits?view=needs', { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Insurance CE (NC)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this line?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(removed).toEqual([`${NEED} 3`]));
  cleanup();
  openPortal('/studio/credits?view=needs', { api: creditsApi([stored], false), person: 'edda' });
  expect(await screen.findByText('Only administrators of the whole studio change the table.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^(?:Edit|Remove|Add|Import)/ })).toBeNull();
});

test('an import says what it would change and what is wrong before anything is imported [CREDIT-022]', async () => {
  const api = creditsApi();
  const asked: unknown[] = [];
  api.answer(importCreditNeeds, ({ body }) => {
    asked.push(body);
    const isWrong = body.csv.includes('wrong');
    return {
      added: 1,
      changed: 0,
      unchanged: 2,
      problems: isWrong ? [{ line: 2, reason: '“Hours”: enter hours such as 1.5.' }] : [],
    };
  });
  openPortal('/studio/credits?view=needs', { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Import CSV…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import lines' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(input, new File(['wrong'], 'needs.csv', { type: 'text/csv' }));
  expect(await dialog.findByText('Line 2: “Hours”: enter hours such as 1.5.')).toBeDefined();
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Import' });
  expect(save.disabled || save.getAttribute('aria-disabled') === 'true').toBe(true);
  await userEvent.upload(input, new File(['right'], 'needs.csv', { type: 'text/csv' }));
  expect(await dialog.findByText('1 new, 0 changed, 2 unchanged.')).toBeDefined();
  await waitFor(() => expect(dialog.queryByText(/^Line 2/)).toBeNull());
  await userEvent.click(save);
  await waitFor(() =>
    expect(asked).toEqual([
      { csv: 'wrong', isTrial: true },
      { csv: 'right', isTrial: true },
      { csv: 'right', isTrial: false },
    ]),
  );
});

test('the number of a certificate is found however it is typed, and its record is in the address [CREDIT-042]', async () => {
  const api = creditsApi();
  const number = '12AB-34CD-56EF-7890';
  api.answer(getCertificateRecord, {
    number,
    person: cora.person,
    title: 'Ethics day',
    day: '2026-06-05',
    lines: [{ program: 'Insurance CE', state: 'NC', subject: '', hours: '1.5' }],
    notedBy: 'Edda Mohr',
    notedAt: '2026-06-05T18:00:00.000Z',
  });
  const { address } = openPortal('/studio/credits', { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('link', { name: 'Certificates' }));
  const field = await screen.findByRole('textbox', { name: 'Number' });
  await userEvent.type(field, '12AB 34CD 56EF 789{Enter}');
  expect(await screen.findByText('Enter all 16 digits and letters of the number.')).toBeDefined();
  expect(api.callsTo(getCertificateRecord)).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, '12ab34cd 56ef7890{Enter}');
  const found = within(await screen.findByRole('region', { name: 'This certificate holds' }));
  expect(found.getByText('Ethics day')).toBeDefined();
  expect(found.getByText('Insurance CE (NC), 1.5 h')).toBeDefined();
  expect(found.getByText(/^by Edda Mohr, /)).toBeDefined();
  expect(found.getByRole('link', { name: 'Cora Finch' })).toBeDefined();
  expect(address()).toBe(`/studio/credits?view=certificates&number=${number}`);
});

test('a number without a record is said to be unknown [CREDIT-042]', async () => {
  const api = creditsApi();
  api.fail(getCertificateRecord, 'not_found');
  openPortal('/studio/credits?view=certificates&number=12AB-34CD-56EF-7890', { api, person: 'edda' });
  expect(await screen.findByRole('heading', { name: 'No record has this number' })).toBeDefined();
});
