import {
  changeNotice,
  listNotices,
  type NewNotice,
  type Notice,
  sendNotice,
  withdrawNotice,
} from '@portico/contracts/notifications';
import { countAudience, findPeople, includesPerson, listAudienceFacts } from '@portico/contracts/studio/audience';
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
  startsAt: null,
  endsAt: null,
  state: 'Live',
  version: 1,
  reached: 120,
  read: 30,
  ...own,
});
const answerTo = (
  { audienceRule = { include: {}, exclude: {} }, startsAt = null, endsAt = null, ...notice }: NewNotice,
  reached: number,
) => aNotice({ ...notice, audienceRule, startsAt, endsAt, reached, state: startsAt === null ? 'Live' : 'Scheduled' });
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
    api.answer(countAudience, { reached: 9, total: 120, reachedByMail: null, samples: [] });
    api.answer(listAudienceFacts, { items: [{ dimension: 'branch', value: 'Denver', people: 5 }] });
    api.answer(findPeople, { items: [] });
    api.answer(sendNotice, ({ body }) => {
      sent.push(body);
      return answerTo(body, 9);
    });
  });

  test('to everyone are sent only after confirmation [DESK-132, NOTIF-032]', async () => {
    openPortal('/notifications/notices', { api, person: 'editor' });
    write(await title(), '  Office closed ');
    await press('Send');
    const question = within(await screen.findByRole('dialog', { name: 'Send to everyone?' }));
    expect(await question.findByText('9 people get it.')).toBeDefined();
    expect(sent).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    await press('Send');
    await press('Send notice');
    expect(await screen.findAllByText('Sent to 9 people.')).toHaveLength(1);
    expect(sent).toEqual([
      {
        id: expect.any(String),
        title: 'Office closed',
        description: '',
        link: null,
        audience: [],
        audienceRule: { include: {}, exclude: {} },
        startsAt: null,
        endsAt: null,
      },
    ]);
    expect(((await title()) as HTMLInputElement).value).toBe('');
  });

  test('to some people go to an audience by rule, after its people are counted [DESK-200, DESK-132]', async () => {
    openPortal('/notifications/notices', { api, person: 'editor' });
    write(await title(), 'New form');
    write(screen.getByRole('textbox', { name: 'Link' }), '/support');
    await userEvent.click(screen.getByRole('radio', { name: 'Only some people' }));
    await press('Send');
    expect(await screen.findAllByText('Choose who gets it.')).toHaveLength(1);
    const audience = within(await screen.findByRole('group', { name: 'Only some people' }));
    const include = within(audience.getAllByRole('region')[0]!);
    await userEvent.selectOptions(await include.findByRole('combobox', { name: 'Branch' }), 'Denver');
    await userEvent.click(include.getByRole('button', { name: 'Add' }));
    expect(await audience.findByText('9 of 120 people')).toBeDefined();
    expect(screen.queryByText('Choose who gets it.')).toBeNull();
    await press('Send');
    const question = within(await screen.findByRole('dialog', { name: 'Send this notice?' }));
    expect(await question.findByText('9 people get it.')).toBeDefined();
    expect(sent).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Send notice' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      link: '/support',
      audience: [],
      audienceRule: { include: { branch: ['Denver'] }, exclude: {} },
    });
  });

  test('are previewed as a person, who gets them or not [DESK-201]', async () => {
    const nils = { id: anId(), name: 'Nils Berg', email: 'nils@portico.test', advisorType: null };
    api.answer(findPeople, { items: [nils] });
    api.answer(includesPerson, ({ body }) => ({
      isIncluded: body.personId === nils.id && body.audienceRule.include.branch === undefined,
      isDisabled: false,
    }));
    openPortal('/notifications/notices', { api, person: 'editor' });
    write(await title(), 'Office closed');
    write(screen.getByRole('textbox', { name: 'See it as a person' }), 'Nils');
    await userEvent.click(await screen.findByRole('button', { name: /Nils Berg/ }));
    const preview = within(await screen.findByRole('region', { name: 'Preview for Nils Berg' }));
    expect(await preview.findByText('Nils Berg gets this notice:')).toBeDefined();
    expect(preview.getByText('Office closed')).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'Only some people' }));
    const audience = within(await screen.findByRole('group', { name: 'Only some people' }));
    const include = within(audience.getAllByRole('region')[0]!);
    await userEvent.selectOptions(await include.findByRole('combobox', { name: 'Branch' }), 'Denver');
    await userEvent.click(include.getByRole('button', { name: 'Add' }));
    expect(await preview.findByText('Nils Berg doesn’t get this notice.')).toBeDefined();
    expect(preview.queryByText('Office closed')).toBeNull();
    await userEvent.click(preview.getByRole('button', { name: 'End the preview' }));
    expect(await screen.findByRole('textbox', { name: 'See it as a person' })).toBeDefined();
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

  test('show their audience and how many people read them, from five on [DESK-133]', async () => {
    answerList(
      aNotice(),
      aNotice({
        title: 'Rates',
        audience: ['Nla', 'NlaVirtual', 'AdvisorIFA'],
        createdBy: null,
        withdrawnAt: '2026-03-03T15:00:00.000Z',
        state: 'Withdrawn',
        read: null,
      }),
    );
    openPortal('/notifications/notices', { api, person: 'editor' });
    const [first, second] = await screen.findAllByRole('article');
    expect(first?.textContent).toContain('Everyone');
    expect(first?.textContent).toContain('Read by 30 of 120');
    expect(first?.textContent).toContain('by Ellen Ward');
    expect(second?.textContent).toContain('Advisor (IAR Only), Non-licensed Assistant');
    expect(second?.textContent).toContain('Read by fewer than 5 of 120');
    expect(second?.textContent).toContain('Withdrawn Mar 3, 2026');
    expect(within(second!).queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  test('are withdrawn after confirmation', async () => {
    const notice = aNotice();
    answerList(notice);
    api.answer(withdrawNotice, (): undefined =>
      answerList(aNotice({ ...notice, withdrawnAt: '2026-03-03T15:00:00.000Z', state: 'Withdrawn' })),
    );
    openPortal('/notifications/notices', { api, person: 'editor' });
    await press('Withdraw');
    const question = within(await screen.findByRole('dialog', { name: 'Withdraw this notice?' }));
    await userEvent.click(question.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findAllByText('Notice withdrawn.')).toHaveLength(1);
    expect(await screen.findAllByText(/^Withdrawn Mar 3, 2026/)).toHaveLength(1);
    expect(api.callsTo(withdrawNotice).map(({ path }) => path)).toEqual([`/api/v1/studio/notices/${notice.id}`]);
  });

  test('appear and disappear at times of the firm’s time zone [DESK-130]', async () => {
    openPortal('/notifications/notices', { api, person: 'editor' });
    write(await title(), 'Office closed');
    const [appears, disappears] = [screen.getByLabelText('Appears'), screen.getByLabelText('Disappears')];
    write(appears, '2027-01-04T09:00');
    write(disappears, '2027-01-04T09:00');
    await press('Send');
    expect(await screen.findByText('It must disappear after it appears.')).toBeDefined();
    write(disappears, '2027-07-05T17:30');
    await press('Send');
    const question = within(await screen.findByRole('dialog', { name: 'Schedule this notice?' }));
    expect(question.getByText(/appears on Jan 4, 2027, 9:00/)).toBeDefined();
    await userEvent.click(question.getByRole('button', { name: 'Schedule notice' }));
    expect(await screen.findByText('“Office closed” is scheduled.')).toBeDefined();
    expect(sent).toMatchObject([{ startsAt: '2027-01-04T14:00:00.000Z', endsAt: '2027-07-05T21:30:00.000Z' }]);
  });

  test('that are scheduled can be changed, which keeps the draft of a new one and what is typed [DESK-131, DESK-134]', async () => {
    const scheduled = aNotice({
      state: 'Scheduled',
      startsAt: '2027-01-04T14:00:00.000Z',
      audience: ['AdvisorHybrid'],
      audienceRule: { include: { branch: ['Denver'] }, exclude: {} },
      version: 3,
    });
    answerList(scheduled);
    api.fail(changeNotice, 'conflict', 'Someone else changed this notice while you were writing.');
    const { address } = openPortal('/notifications/notices', { api, person: 'editor' });
    write(await title(), 'A new one');
    await userEvent.click(await screen.findByRole('link', { name: 'Edit Office closed' }));
    expect(await screen.findByRole('form', { name: 'Change scheduled notice' })).toBeDefined();
    expect(address()).toBe(`/notifications/notices?edit=${scheduled.id}`);
    expect(await title()).toMatchObject({ value: 'Office closed' });
    expect(screen.getByLabelText('Appears')).toMatchObject({ value: '2027-01-04T09:00' });
    write(await title(), 'Office open');
    await press('Save changes');
    await press('Schedule notice');
    expect(await screen.findByText(/Your draft is saved\. Someone else changed this notice/)).toBeDefined();
    cleanup();
    const changes: unknown[] = [];
    api.answer(changeNotice, ({ body }) => {
      changes.push(body);
      return aNotice({ ...scheduled, title: body.title });
    });
    openPortal(`/notifications/notices?edit=${scheduled.id}`, { api, person: 'editor' });
    expect(await title()).toMatchObject({ value: 'Office open' });
    await press('Save changes');
    await press('Schedule notice');
    expect(await screen.findByRole('form', { name: 'New notice' })).toBeDefined();
    expect(changes).toMatchObject([
      {
        title: 'Office open',
        audience: ['AdvisorHybrid'],
        audienceRule: { include: { branch: ['Denver'] } },
        startsAt: '2027-01-04T14:00:00.000Z',
        version: 3,
      },
    ]);
    await waitFor(async () => expect(await title()).toMatchObject({ value: 'A new one' }));
  });

  test('that ended or are live can’t be changed [DESK-131]', async () => {
    answerList(
      aNotice({ state: 'Ended', endsAt: '2026-03-04T15:00:00.000Z' }),
      aNotice({ title: 'Rates', startsAt: '2026-03-04T15:00:00.000Z' }),
    );
    openPortal('/notifications/notices', { api, person: 'editor' });
    const [ended, live] = await screen.findAllByRole('article');
    expect(within(ended!).getByText('Ended')).toBeDefined();
    expect(within(ended!).queryByRole('button')).toBeNull();
    expect(within(live!).queryByRole('link')).toBeNull();
    expect(within(live!).getByRole('button', { name: 'Withdraw' })).toBeDefined();
  });

  test('are hidden from everyone else [A1]', async () => {
    api.fail(listNotices, 'not_found');
    expectErrorsInConsole();
    openPortal('/notifications/notices', { api, person: 'editor' });
    expect(await screen.findAllByText('Page Not Found')).toHaveLength(1);
  });
});
