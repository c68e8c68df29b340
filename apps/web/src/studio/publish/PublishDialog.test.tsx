import { countAudience } from '@portico/contracts/studio/audience';
import { getAskedItem } from '@portico/contracts/studio/confirmations';
import { listSectionChanges } from '@portico/contracts/studio/sections';
import type { NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import {
  changeStudioItem,
  listNewFiles,
  listStudioRevisions,
  publishStudioItem,
} from '@portico/contracts/studio/studio';
import type { FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

afterEach(() => clearToasts());

async function openDialog(api: FakeApi) {
  const sent: Array<NotifyChannel[] | undefined> = [];
  api.answer(publishStudioItem, ({ body }) => {
    sent.push(body.notifyBy);
    return aStudioItem({ state: 'Published' });
  });
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
  return { sent, notify: within(await screen.findByRole('group', { name: 'Notify readers' })) };
}

test('the publish dialog offers to notify readers with the number of people each channel reaches, and sends the choice [STUDIO-260]', async () => {
  const api = studioApi(aStudioItem({ state: 'Draft' }));
  api.answer(countAudience, { reached: 40, total: 40, reachedByMail: 1, samples: [] });
  const { sent, notify } = await openDialog(api);
  const notification = await notify.findByRole<HTMLInputElement>('checkbox', { name: 'Notification: 40 people' });
  const email = notify.getByRole<HTMLInputElement>('checkbox', { name: 'Daily email: 1 person' });
  const banner = notify.getByRole<HTMLInputElement>('checkbox', {
    name: 'Banner on the dashboard for 7 days: 40 people',
  });
  expect([notification, banner, email].map(({ checked }) => checked)).toEqual([false, false, false]);
  notification.focus();
  await userEvent.keyboard(' ');
  await userEvent.click(email);
  await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
  await screen.findByText('Published.');
  expect(sent).toEqual([['Notice', 'Mail']]);
});

/** An item that two people have confirmed. */
function confirmedApi(): FakeApi {
  const ask = { id: 'ask', type: 'Confirmation' as const, statement: 'I have read it.', dueDate: '2099-06-20' };
  const api = studioApi(aStudioItem({ state: 'Published', draft: aDraft([ask]) }));
  api.answer(getAskedItem, {
    id: ITEM_ID,
    title: 'Travel policy',
    kind: 'news',
    path: null,
    dueDate: '2099-06-20',
    isOverdue: false,
    isAsked: true,
    people: 3,
    confirmed: 2,
    statement: 'I have read it.',
    round: 1,
    reason: null,
    openedAt: '2026-06-01T14:00:00.000Z',
    firms: [],
    branches: [],
    supervisors: [],
    sendsMail: true,
    mayEdit: true,
    exportsReceipts: false,
    lastReminder: null,
  });
  return api;
}

test('republishing asks of each changed section, with old and new words, whether it is material, and says whom that asks again [DUTY-031]', async () => {
  const api = confirmedApi();
  const [gifts, meals, statement] = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
  const same = { isMoved: false, former: [], isWithheld: false, components: { before: [], after: [] } };
  const link = (href: string) => ({ id: 'l', type: 'Link' as const, text: 'Form', href });
  const changes = {
    sections: [
      {
        ...same,
        key: gifts!,
        heading: 'Gifts',
        change: 'Changed' as const,
        before: 'Up to $100.',
        after: 'Up to $50.',
      },
      { ...same, key: meals!, heading: 'Meals', change: 'Removed' as const, before: 'Fine.', after: '' },
      {
        ...same,
        key: statement!,
        heading: 'Form',
        change: 'Changed' as const,
        before: 'Form',
        after: 'Form',
        components: { before: [link('/old')], after: [link('/new')] },
      },
    ],
    confirmed: [
      { people: 7, keys: [gifts!, meals!, statement!], isAskedByAny: false },
      { people: 5, keys: [meals!], isAskedByAny: false },
    ],
  };
  api.answer(listSectionChanges, changes);
  await openDialog(api);
  const sent: unknown[] = [];
  api.answer(publishStudioItem, ({ body }) => {
    sent.push({ asksAgain: body.asksAgain, sections: body.sections });
    return aStudioItem({ state: 'Published' });
  });
  const question = async (heading: string) =>
    within(await screen.findByRole('radiogroup', { name: new RegExp(`change of “${heading}”`) }));
  const part = within(await screen.findByRole('region', { name: /3 sections change/ }));
  expect(part.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false);
  expect(part.getAllByRole('deletion').map(({ textContent }) => textContent)).toEqual([
    'removed: $100.',
    'removed: Fine.',
    '/old',
  ]);
  expect(part.getAllByRole('insertion').map(({ textContent }) => textContent)).toEqual(['added: $50.', '/new']);
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish now' });
  await userEvent.click((await question('Gifts')).getByRole('radio', { name: 'Yes, it asks 7 people again' }));
  await userEvent.click((await question('Form')).getByRole('radio', { name: 'No, it’s small' }));
  expect(button().disabled).toBe(true);
  expect(screen.getByText('Say of each changed section whether the change is material.')).toBeDefined();
  await userEvent.click((await question('Meals')).getByRole('radio', { name: 'Yes, it asks 12 people again' }));
  expect(part.getByText('12 people are asked again.')).toBeDefined();
  await userEvent.click((await question('Meals')).getByRole('radio', { name: 'No, it’s small' }));
  expect(part.getByText('7 people are asked again.')).toBeDefined();
  expect(button().disabled).toBe(true);
  await userEvent.type(screen.getByRole('textbox', { name: /What changed$/ }), 'Lower limit');
  await userEvent.click(button());
  await screen.findByText('Published.');
  expect(sent).toEqual([
    {
      asksAgain: 'Lower limit',
      sections: [
        { key: gifts, isMaterial: true },
        { key: meals, isMaterial: false },
        { key: statement, isMaterial: false },
      ],
    },
  ]);
});

test('with only small changes nobody is asked again, and no reason is needed [DUTY-031]', async () => {
  const api = confirmedApi();
  const key = 'a'.repeat(64);
  const difference = { heading: 'Gifts', change: 'Changed' as const, before: 'An $100.', after: 'A $100.' };
  api.answer(listSectionChanges, {
    sections: [
      { ...difference, key, isMoved: false, former: [], isWithheld: false, components: { before: [], after: [] } },
    ],
    confirmed: [{ people: 2, keys: [key], isAskedByAny: false }],
  });
  await openDialog(api);
  const sent: unknown[] = [];
  api.answer(publishStudioItem, ({ body }) => {
    sent.push({ asksAgain: body.asksAgain, sections: body.sections });
    return aStudioItem({ state: 'Published' });
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'No, it’s small' }));
  expect(screen.getByText('Nobody is asked again: all confirmations still count.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
  await screen.findByText('Published.');
  expect(sent).toEqual([{ asksAgain: undefined, sections: [{ key, isMaterial: false }] }]);
});

test('publishing waits until the changed sections are loaded, and offers another try when that fails [DUTY-031]', async () => {
  const api = confirmedApi();
  api.fail(listSectionChanges, 'internal');
  await openDialog(api);
  await screen.findByText('The changed sections couldn’t be loaded.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish now' }).disabled).toBe(true);
  api.answer(listSectionChanges, { sections: [], confirmed: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radiogroup', { name: /Is this a material change/ })).toBeDefined();
});

test('republishing an item that people have confirmed asks whether the change is material, and why [DUTY-006]', async () => {
  const api = confirmedApi();
  await openDialog(api);
  const reasons: Array<string | undefined> = [];
  api.answer(publishStudioItem, ({ body }) => {
    reasons.push(body.asksAgain);
    return aStudioItem({ state: 'Published' });
  });
  const question = within(await screen.findByRole('radiogroup', { name: /Is this a material change/ }));
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish now' });
  expect(button().disabled).toBe(true);
  await userEvent.click(question.getByRole('radio', { name: 'No, confirmations still count' }));
  expect(button().disabled).toBe(false);
  await userEvent.click(question.getByRole('radio', { name: 'Yes, ask again (2 people have confirmed)' }));
  expect(button().disabled).toBe(true);
  await userEvent.type(screen.getByRole('textbox', { name: /What changed$/ }), 'Hotels need approval');
  await userEvent.click(button());
  await screen.findByText('Published.');
  expect(reasons).toEqual(['Hotels need approval']);
});

test('the publish dialog offers no email without a mail server, and notifies nobody by default [STUDIO-260]', async () => {
  const api = studioApi(aStudioItem({ state: 'Draft' }));
  api.answer(countAudience, { reached: 40, total: 40, reachedByMail: null, samples: [] });
  const { sent, notify } = await openDialog(api);
  expect(await notify.findByText(/no mail server/)).toBeDefined();
  expect(notify.getAllByRole('checkbox')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
  await screen.findByText('Published.');
  expect(sent).toEqual([undefined]);
});

test('the publish dialog shows what blocks publication before the choice of a time', async () => {
  await openDialog(studioApi(aStudioItem({ state: 'Draft', draft: aDraft([], { header: '' }) })));
  const missing = within(screen.getByRole('region', { name: 'Checks' })).getByText('“Title” is missing.');
  const when = screen.getByRole('radiogroup', { name: 'When' });
  expect(missing.compareDocumentPosition(when)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish now' }).disabled).toBe(true);
});

test('the publish dialog lists the files that get the same readers and dates apart from those that are published with the item [FILE-078]', async () => {
  const file = (title: string) => ({ documentId: crypto.randomUUID(), title });
  const api = studioApi(aStudioItem());
  api.answer(listNewFiles, { items: [file('Fee table')], attached: [file('Bonus schedule'), file('Branch letter')] });
  await openDialog(api);
  const dialog = within(screen.getByRole('dialog'));
  const listAfter = (lead: string) =>
    within(within(dialog.getByText(lead).parentElement!).getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await dialog.findByText('This file will be published with it:');
  expect(listAfter('This file will be published with it:')).toEqual(['Fee table']);
  expect(listAfter('These files will get the same readers and dates:')).toEqual(['Bonus schedule', 'Branch letter']);
});

test('the publish dialog says nothing of files while none follows the item [FILE-078]', async () => {
  const api = studioApi(aStudioItem());
  await openDialog(api);
  await expect.poll(() => api.callsTo(listNewFiles).length).toBeGreaterThan(0);
  expect(within(screen.getByRole('dialog')).queryByText(/same readers and dates/)).toBeNull();
});

test('the publish dialog does not publish on the previous date while the date in its field is unfinished [STUDIO-021, FORM-022]', async () => {
  const { sent } = await openDialog(studioApi(aStudioItem({ state: 'Draft' })));
  await userEvent.click(screen.getByRole('radio', { name: 'At a date and time' }));
  const date = screen.getByLabelText('Goes live');
  await userEvent.click(date);
  fireEvent.change(date, { target: { value: '2199-03-09T08:00' } });
  fireEvent.change(date, { target: { value: '0202-03-09T08:00' } });
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  expect(screen.getByText('Enter the year with four digits.')).toBeDefined();
  expect(document.activeElement).toBe(date);
  expect(sent).toEqual([]);
});

test('the history shows how readers were notified and how they will be [STUDIO-262]', async () => {
  const api = studioApi(aStudioItem());
  const facts = { createdBy: 'Edda Mohr', writers: [], createdAt: '2026-11-20T14:00:00.000Z', note: null };
  api.answer(listStudioRevisions, {
    items: [
      { ...facts, number: 2, firstPublishedAt: null, isPublished: false, isWaiting: true, notifyBy: ['Mail'] },
      {
        ...facts,
        number: 1,
        firstPublishedAt: facts.createdAt,
        isPublished: true,
        isWaiting: false,
        notifyBy: ['Notice', 'Banner'],
      },
    ],
  });
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  expect(await screen.findByText('Readers notified by notification and banner')).toBeDefined();
  expect(screen.getByText('Readers will be notified by email')).toBeDefined();
});

test('a refused Publish now keeps the planned date, and saves nothing before it [STUDIO-362]', async () => {
  const planned = '2099-05-04T13:00:00.000Z';
  const api = studioApi(aStudioItem({ state: 'Draft', draft: aDraft([], { publishedAt: planned }) }));
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
  const asked: unknown[] = [];
  api.fail(publishStudioItem, 'conflict', 'Someone else has changed this item.');
  await userEvent.click(await screen.findByRole('radio', { name: 'Now' }));
  await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else has changed this item.');
  expect(api.callsTo(changeStudioItem)).toHaveLength(0);
  api.answer(publishStudioItem, ({ body }) => {
    asked.push(body.goesLiveAt);
    return aStudioItem({ state: 'Published' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Publish now' }));
  await screen.findByText('Published.');
  expect(asked).toEqual(['now']);
});
