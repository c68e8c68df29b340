import type { CallResult } from '@portico/contracts/endpoint';
import type { PersonSummary } from '@portico/contracts/studio/audience';
import { fieldKey, type Change } from '@portico/contracts/studio/draft';
import { countAudience, explainToEditor, findPeople } from '@portico/contracts/studio/audience';
import { changeStudioItem } from '@portico/contracts/studio/studio';
import type { FakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';
import { wholeIn } from '../testing/wholeIn.ts';

beforeEach(() => {
  window.innerWidth = 1440;
  return () => {
    window.innerWidth = 1024;
  };
});

const nils: PersonSummary = {
  id: '5f9b1d4e-0000-4000-8000-0000000000a1',
  name: 'Nils Aldous',
  email: 'nils@quillhaven.example',
  advisorType: 'Nla',
};

async function openSettings(api: FakeApi) {
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  return within(await screen.findByRole('group', { name: 'Audience' }));
}

function recordingApi(fields = {}) {
  const api = studioApi(aStudioItem({ draft: aDraft([], fields) }));
  const changes: unknown[] = [];
  api.answer(changeStudioItem, ({ body }) => {
    changes.push(...body.changes);
    const saved = { sequence: changes.length, clientId: body.clientId, by: 'Edda', changes: wholeIn(body.changes) };
    return {
      sequence: changes.length,
      savedAt: '2026-11-23T15:00:00.000Z',
      conflicts: [],
      saved: [saved],
      isTooOld: false,
    };
  });
  api.answer(findPeople, ({ query }) => ({ items: query.id || query.text === 'nils' ? [nils] : [] }));
  return { api, changes };
}

test('facts and people are added and removed, and the head count updates [AUDIENCE-007, AUDIENCE-008]', async () => {
  const { api, changes } = recordingApi();
  api.answer(countAudience, ({ body }) => ({
    reached: body.audienceRule.include.branch ? 12 : 40,
    total: 40,
    reachedByMail: 40,
    samples: [nils],
  }));
  const field = await openSettings(api);
  expect(await field.findByText('40 of 40 people')).toBeDefined();
  const include = within(field.getByRole('region', { name: 'Who sees it' }));
  await waitFor(() => expect(include.getByRole('combobox', { name: 'Branch' })).toHaveProperty('disabled', false));
  await userEvent.selectOptions(include.getByRole('combobox', { name: 'Branch' }), 'Boston HQ');
  include.getByRole('button', { name: 'Add' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(within(include.getByRole('list', { name: 'Branch' })).getByText('Boston HQ')).toBeDefined();
  expect(await field.findByText('12 of 40 people')).toBeDefined();
  expect(field.getByText('Nils Aldous and 11 more')).toBeDefined();

  const exclude = within(field.getByRole('region', { name: 'Who doesn’t, even if they match above' }));
  await userEvent.selectOptions(exclude.getByRole('combobox', { name: 'Add by' }), 'Person');
  await userEvent.type(exclude.getByRole('textbox', { name: 'Find a person' }), 'nils');
  await userEvent.click(await exclude.findByRole('button', { name: /Nils Aldous/ }));
  await waitFor(() =>
    expect(changes.at(-1)).toMatchObject({
      name: 'audienceRule',
      value: { include: { branch: ['Boston HQ'] }, exclude: { person: [nils.id] } },
    }),
  );

  await userEvent.click(include.getByRole('button', { name: 'Remove Boston HQ' }));
  expect(document.activeElement).toBe(include.getByRole('combobox', { name: 'Add by' }));
  expect(await include.findByText(/^Everyone\./)).toBeDefined();
});

test('a rule that someone else changed at the same time is shown in words, both ways [AUDIENCE-007]', async () => {
  const { api } = recordingApi();
  api.answer(countAudience, { reached: 12, total: 40, reachedByMail: 40, samples: [nils] });
  const rule = { include: { branch: ['Austin', 'Denver'], state: ['TX'] }, exclude: { person: [nils.id] } };
  const theirs: Change = { do: 'field', name: 'audienceRule', value: rule };
  api.answer(changeStudioItem, {
    sequence: 1,
    savedAt: '2026-11-23T15:00:00.000Z',
    conflicts: [{ index: 0, key: fieldKey('audienceRule'), by: 'Karla Jimenez', current: null }],
    saved: [{ sequence: 1, clientId: nils.id, by: 'Karla Jimenez', changes: [theirs] }],
    isTooOld: false,
  });
  const field = await openSettings(api);
  const include = within(field.getByRole('region', { name: 'Who sees it' }));
  await waitFor(() => expect(include.getByRole('combobox', { name: 'Branch' })).toHaveProperty('disabled', false));
  await userEvent.selectOptions(include.getByRole('combobox', { name: 'Branch' }), 'Boston HQ');
  await userEvent.click(include.getByRole('button', { name: 'Add' }));
  const conflict = within(await screen.findByRole('region', { name: 'Karla Jimenez changed this at the same time' }));
  await conflict.findByText(
    'Karla Jimenez’s version: Who sees it: Branch: Austin, Denver; State: TX. Who doesn’t, even if they match above: Person: Nils Aldous',
  );
  conflict.getByText('Your version: Who sees it: Branch: Boston HQ');
});

test('an audience without people is reported in the field and in the checks, and blocks publishing [AUDIENCE-011]', async () => {
  const { api } = recordingApi({ audienceRule: { include: { branch: ['Atlantis'] }, exclude: {} } });
  api.answer(countAudience, { reached: 0, total: 40, reachedByMail: 0, samples: [] });
  const field = await openSettings(api);
  expect(await field.findByText('No one would see it, so it can’t be published.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Publish…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('button', { name: /No one is in the audience/ })).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Publish now' })).toHaveProperty('disabled', true);
});

test('one sentence per part of the rule explains why a person does not see an item [AUDIENCE-009]', async () => {
  const { api } = recordingApi();
  api.answer(explainToEditor, {
    person: nils,
    sees: false,
    isDisabled: false,
    file: null,
    state: 'Published',
    publishedAt: '2026-11-20T14:00:00.000Z',
    expiresAt: null,
    isForEveryone: false,
    conditions: [
      { isExclusion: false, dimension: 'branch', values: ['Boston HQ'], matched: [], isMet: false },
      { isExclusion: true, dimension: 'advisorType', values: ['Nla'], matched: ['Nla'], isMet: false },
      { isExclusion: true, dimension: 'person', values: [], matched: [], isMet: true },
    ],
    hasOtherAudience: true,
  });
  const field = await openSettings(api);
  await userEvent.click(field.getByRole('button', { name: 'Why can or can’t someone see this?' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Find a person' }), 'nils');
  await userEvent.click(await dialog.findByRole('button', { name: /Nils Aldous/ }));
  expect(await dialog.findByText('Nils Aldous doesn’t see this item.')).toBeDefined();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The item is published.',
    'It’s for Branch Boston HQ. This person has none of these.',
    'It’s hidden from Advisor type Non-licensed Assistant. This person has Non-licensed Assistant.',
    'It’s hidden from named people, but not from this person.',
  ]);
  expect(dialog.getByText(/^This is about the published version/)).toBeDefined();
});

describe('the reasons why someone can’t see an item', () => {
  const explanation = {
    person: nils,
    sees: true,
    isDisabled: false,
    file: null,
    state: 'Published',
    publishedAt: '2026-11-20T14:00:00.000Z',
    expiresAt: null,
    isForEveryone: true,
    conditions: [],
    hasOtherAudience: false,
  } as const satisfies CallResult<typeof explainToEditor>;

  async function ask(own: Partial<CallResult<typeof explainToEditor>>) {
    const { api } = recordingApi();
    api.answer(explainToEditor, { ...explanation, ...own });
    const field = await openSettings(api);
    await userEvent.click(field.getByRole('button', { name: 'Why can or can’t someone see this?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Why can or can’t someone see this?' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Find a person' }), 'nils');
    await userEvent.click(await dialog.findByRole('button', { name: /Nils Aldous/ }));
    await dialog.findByText(/^Nils Aldous (?:sees|doesn’t see) this item/);
    return { api, dialog };
  }

  test('include a disabled account, and people with one can be asked about [AUDIENCE-020]', async () => {
    const { api, dialog } = await ask({ sees: false, isDisabled: true });
    expect(api.callsTo(findPeople).at(-1)!.path).toContain('withDisabled=true');
    expect(dialog.getByText('Nils Aldous doesn’t see this item.')).toBeDefined();
    const [first] = dialog.getAllByRole('listitem');
    expect(within(first!).getByRole('img', { name: 'Hides it:' })).toBeDefined();
    expect(first!.textContent).toBe('The account is disabled, so this person can’t sign in.');
  });

  test.each([
    ['Waiting', 'still being checked for viruses'],
    ['Refused', 'A virus was found in its file'],
    ['TooLarge', 'too large to be checked for viruses'],
    ['Missing', 'missing from the file store'],
    ['Unreachable', 'The file store isn’t answering'],
  ] as const)('include a file that can’t be opened: %s [AUDIENCE-020]', async (file, words) => {
    const { dialog } = await ask({ file });
    expect(dialog.getByText('Nils Aldous sees this item, but can’t open its file.')).toBeDefined();
    const last = dialog.getAllByRole('listitem').at(-1)!;
    expect(within(last).getByRole('img', { name: 'Keeps it from being opened:' })).toBeDefined();
    expect(last.textContent).toContain(words);
  });

  test('say that a file can be opened [AUDIENCE-020]', async () => {
    const { dialog } = await ask({ file: 'Served' });
    expect(dialog.getByText('Nils Aldous sees this item.')).toBeDefined();
    const last = dialog.getAllByRole('listitem').at(-1)!;
    expect(within(last).getByRole('img', { name: 'Matches:' })).toBeDefined();
    expect(last.textContent).toBe('Its file can be opened.');
  });
});
