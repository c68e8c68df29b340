import { listNotices, type NewNotice, type Notice, sendNotice, withdrawNotice } from '@portico/contracts/notifications';
import { anId } from '@portico/testing/builders';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

let api: FakeApi;
let sent: NewNotice[];

const aNotice = (own: Partial<Notice> = {}): Notice => ({
  id: anId(),
  title: 'Office closed',
  description: 'On Friday.',
  link: null,
  audience: [],
  audienceRule: { include: {}, exclude: {} },
  createdAt: '2026-03-02T15:00:00.000Z',
  createdBy: 'Ellen Ward',
  withdrawnAt: null,
  reached: 120,
  read: 30,
  ...own,
});
const answerTo = ({ audienceRule = { include: {}, exclude: {} }, ...notice }: NewNotice, reached: number) =>
  aNotice({ ...notice, audienceRule, reached });
const answerList = (...items: Notice[]): undefined => {
  api.answer(listNotices, { page: 1, pageSize: 20, total: items.length, items });
};
const title = () => screen.findByRole('textbox', { name: /^Title/ });
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));

describe('editor notices', () => {
  beforeEach(() => {
    api = fakeApi();
    sent = [];
    localStorage.clear();
    answerList();
    api.answer(sendNotice, ({ body }) => {
      sent.push(body);
      return answerTo(body, 9);
    });
  });

  test('to everyone are sent only after confirmation [NOTIF-032]', async () => {
    openPortal('/notifications/notices', { api, person: 'editor' });
    write(await title(), '  Office closed ');
    await press('Send');
    const question = within(await screen.findByRole('dialog', { name: 'Send to everyone?' }));
    expect(sent).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    await press('Send');
    await press('Send notice');
    expect(await screen.findAllByText('Sent to 9 people.')).toHaveLength(1);
    expect(sent).toEqual([
      { id: expect.any(String), title: 'Office closed', description: '', link: null, audience: [] },
    ]);
    expect(((await title()) as HTMLInputElement).value).toBe('');
  });

  test('to some types reach every type with the chosen label, without confirmation', async () => {
    openPortal('/notifications/notices', { api, person: 'editor' });
    write(await title(), 'New form');
    write(screen.getByRole('textbox', { name: 'Link' }), '/support');
    await userEvent.click(screen.getByRole('radio', { name: 'Only some advisor types' }));
    await press('Send');
    expect(await screen.findAllByText('Choose at least one advisor type.')).toHaveLength(1);
    await press('Licensed Assistant');
    expect(screen.queryByText('Choose at least one advisor type.')).toBeNull();
    await press('Send');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ link: '/support', audience: ['LicensedAssistant', 'LicensedAssistantReg65'] });
  });

  test('with invalid fields are not sent, and the first invalid field gets focus', async () => {
    openPortal('/notifications/notices', { api, person: 'editor' });
    write(await title(), ' ');
    write(screen.getByRole('textbox', { name: 'Link' }), 'javascript:alert(1)');
    write(screen.getByRole('textbox', { name: 'Description' }), 'x'.repeat(501));
    await press('Send');
    expect(await screen.findAllByText('Enter a title.')).toHaveLength(1);
    expect(screen.getAllByText('Start the link with / or https://.')).toHaveLength(1);
    expect(screen.getAllByText('This is 1 character too long.')).toHaveLength(1);
    await waitFor(async () => expect(document.activeElement).toBe(await title()));
    write(await title(), 'x'.repeat(121));
    write(screen.getByRole('textbox', { name: 'Description' }), 'x'.repeat(500));
    await press('Send');
    expect(screen.getAllByText('This is 1 character too long.')).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  test('keep the typed text after a failure and a reload, and are sent once [NOTIF-033, B1]', async () => {
    api.fail(sendNotice, 'offline');
    openPortal('/notifications/notices', { api, person: 'editor' });
    write(await title(), 'Office closed');
    write(screen.getByRole('textbox', { name: 'Description' }), 'On Friday, all day.');
    await press('Send');
    await press('Send notice');
    expect(
      await screen.findAllByText('The notice couldn’t be sent. Your draft is saved. We can’t reach the portal.'),
    ).toHaveLength(1);
    cleanup();
    api.answer(sendNotice, ({ body }) => {
      sent.push(body);
      return answerTo(body, 1);
    });
    openPortal('/notifications/notices', { api, person: 'editor' });
    expect(((await title()) as HTMLInputElement).value).toBe('Office closed');
    expect((screen.getByRole('textbox', { name: 'Description' }) as HTMLTextAreaElement).value).toBe(
      'On Friday, all day.',
    );
    await press('Send');
    await press('Send notice');
    expect(await screen.findAllByText('Sent to 1 person.')).toHaveLength(1);
    cleanup();
    openPortal('/notifications/notices', { api, person: 'editor' });
    expect(((await title()) as HTMLInputElement).value).toBe('');
  });

  test('show their audience and how many people read them', async () => {
    answerList(
      aNotice(),
      aNotice({
        title: 'Rates',
        audience: ['Nla', 'NlaVirtual', 'AdvisorIFA'],
        createdBy: null,
        withdrawnAt: '2026-03-03T15:00:00.000Z',
      }),
    );
    openPortal('/notifications/notices', { api, person: 'editor' });
    const [first, second] = await screen.findAllByRole('article');
    expect(first?.textContent).toContain('Everyone');
    expect(first?.textContent).toContain('Read by 30 of 120');
    expect(first?.textContent).toContain('by Ellen Ward');
    expect(second?.textContent).toContain('Advisor (IAR Only), Non-licensed Assistant');
    expect(second?.textContent).toContain('Withdrawn Mar 3, 2026');
    expect(within(second!).queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  test('are withdrawn after confirmation', async () => {
    const notice = aNotice();
    answerList(notice);
    api.answer(withdrawNotice, (): undefined =>
      answerList(aNotice({ ...notice, withdrawnAt: '2026-03-03T15:00:00.000Z' })),
    );
    openPortal('/notifications/notices', { api, person: 'editor' });
    await press('Withdraw');
    const question = within(await screen.findByRole('dialog', { name: 'Withdraw this notice?' }));
    await userEvent.click(question.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findAllByText('Notice withdrawn.')).toHaveLength(1);
    expect(await screen.findAllByText(/^Withdrawn Mar 3, 2026/)).toHaveLength(1);
    expect(api.callsTo(withdrawNotice).map(({ path }) => path)).toEqual([`/api/v1/studio/notices/${notice.id}`]);
  });

  test('are hidden from everyone else [A1]', async () => {
    api.fail(listNotices, 'not_found');
    expectErrorsInConsole();
    openPortal('/notifications/notices', { api, person: 'editor' });
    expect(await screen.findAllByText('Page Not Found')).toHaveLength(1);
  });
});
