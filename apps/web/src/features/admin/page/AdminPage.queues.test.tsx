import { giveUpJob, listJobs, retryJob, type AdminJob } from '@portico/contracts/admin/jobs';
import {
  dismissUndeliverable,
  listUndeliverable,
  retryUndeliverable,
  type UndeliverableEmail,
} from '@portico/contracts/admin/undeliverable';
import {
  getMaintenance,
  removeMaintenanceNotice,
  setMaintenanceNotice,
  setReadOnly,
  type Maintenance,
} from '@portico/contracts/maintenance';
import { fakeApi } from '@portico/testing/fakeApi';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

const job = (more: Partial<AdminJob> = {}): AdminJob => ({
  id: '7',
  name: 'send-invitation',
  state: 'failed',
  attempts: 25,
  maxAttempts: 25,
  lastError: 'no answer',
  runAt: '2026-11-20T15:00:00Z',
  createdAt: '2026-11-20T12:00:00Z',
  ...more,
});

const jobList = (items: AdminJob[], names = ['send-invitation']) => ({
  items,
  names,
  page: 1,
  pageSize: 25,
  total: items.length,
});

describe('the job queue in the administration', () => {
  test('retries a job, and gives up on one only after a confirmation [OPS-007]', async () => {
    const api = fakeApi();
    api.answer(listJobs, jobList([job(), job({ id: '8', name: 'read-file', state: 'running', lastError: null })]));
    api.answer(retryJob, undefined);
    api.answer(giveUpJob, undefined);
    openPortal('/admin/jobs', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Retry send-invitation, job 7' }));
    expect(await screen.findByText('send-invitation will run again.')).toBeDefined();
    expect(api.callsTo(retryJob).map(({ path }) => path)).toEqual(['/api/v1/admin/jobs/7/retry']);
    expect(screen.queryByRole('button', { name: /job 8/ })).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Give up on send-invitation, job 7' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(api.callsTo(giveUpJob)).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Give up on send-invitation, job 7' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Give up' }));
    expect(await screen.findByText('send-invitation was removed from the queue.')).toBeDefined();
    expect(api.callsTo(giveUpJob)).toHaveLength(1);
  });

  test('explains why a job can’t be retried [OPS-007]', async () => {
    const api = fakeApi();
    api.answer(listJobs, jobList([job()]));
    api.fail(retryJob, 'conflict', 'The job is running right now.');
    openPortal('/admin/jobs', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Retry send-invitation, job 7' }));
    expect(await screen.findByText('The job is running right now.')).toBeDefined();
  });

  test('keeps its filters in the address [OPS-006]', async () => {
    const api = fakeApi();
    api.answer(listJobs, ({ query }) => jobList(query.state === 'running' ? [] : [job()]));
    const { address } = openPortal('/admin/jobs', { api });
    await screen.findByText('no answer');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Running');
    expect(await screen.findByText('No jobs match these filters')).toBeDefined();
    expect(address()).toBe('/admin/jobs?state=running');
    await userEvent.click(screen.getByRole('button', { name: /Clear/ }));
    await screen.findByText('no answer');
  });

  test('says when no jobs are waiting', async () => {
    const api = fakeApi();
    api.answer(listJobs, jobList([], []));
    openPortal('/admin/jobs', { api });
    expect(await screen.findByRole('heading', { name: 'No jobs are waiting' })).toBeDefined();
  });
});

test('undeliverable email can be sent again, or dismissed after a confirmation [OPS-008, OPS-009]', async () => {
  const api = fakeApi();
  const email: UndeliverableEmail = {
    id: '3',
    kind: 'invitation',
    about: 'Market outlook',
    recipient: 'Ana Brandt',
    maskedAddress: 'a•••@portico.test',
    reason: 'EENVELOPE 550 RCPT TO',
    at: '2026-11-20T15:00:00Z',
  };
  api.answer(listUndeliverable, { items: [email], page: 1, pageSize: 25, total: 1 });
  api.answer(retryUndeliverable, undefined);
  api.answer(dismissUndeliverable, undefined);
  openPortal('/admin/mail', { api });
  expect(await screen.findByText('Invitation to Ana Brandt: Market outlook')).toBeDefined();
  expect(screen.getByText(/^a•••@portico\.test · Nov 20, 2026/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /^Send again to Ana Brandt/ }));
  expect(await screen.findByText('The email to Ana Brandt will be sent again.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /^Dismiss email to Ana Brandt/ }));
  expect(api.callsTo(dismissUndeliverable)).toHaveLength(0);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('The email to Ana Brandt was dismissed.')).toBeDefined();
});

describe('maintenance in the administration', () => {
  const quiet: Maintenance = { notice: null, isReadOnly: false, readOnlyUntil: null };

  test('saves a notice with its start, and removes it [OPS-010]', async () => {
    const api = fakeApi();
    const sent: unknown[] = [];
    const notice = {
      id: '6f9b1d4e-0000-4000-8000-000000000001',
      text: 'Upgrade tonight.',
      from: '2030-11-20T18:00:00Z',
      until: null,
    };
    api.answer(setMaintenanceNotice, ({ body }) => {
      sent.push(body);
      return { ...quiet, notice };
    });
    openPortal('/admin/maintenance', { api });
    const form = within(await screen.findByRole('form', { name: 'Notice to everyone' }));
    expect(form.getByRole('button', { name: 'Show notice' }).hasAttribute('disabled')).toBe(true);
    await userEvent.type(form.getByRole('textbox', { name: 'Text' }), 'Upgrade tonight.');
    fireEvent.change(form.getByLabelText('From'), { target: { value: '2030-11-20T18:00' } });
    api.answer(getMaintenance, { ...quiet, notice });
    await userEvent.click(form.getByRole('button', { name: 'Show notice' }));
    expect(await screen.findByText('The notice was saved.')).toBeDefined();
    expect(sent).toEqual([{ text: 'Upgrade tonight.', from: new Date('2030-11-20T18:00').toISOString(), until: null }]);
    api.answer(removeMaintenanceNotice, quiet);
    api.answer(getMaintenance, quiet);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove notice' }));
    expect(await screen.findByText('The notice was removed.')).toBeDefined();
    expect(await screen.findByText(/^No notice is set/)).toBeDefined();
  });

  test('keeps the text of a notice that the server rejects [OPS-010]', async () => {
    const api = fakeApi();
    api.fail(setMaintenanceNotice, 'invalid_input', 'The notice must end after it begins, and in the future.');
    openPortal('/admin/maintenance', { api });
    const text = await screen.findByRole('textbox', { name: 'Text' });
    await userEvent.type(text, 'Upgrade');
    await userEvent.click(screen.getByRole('button', { name: 'Show notice' }));
    expect(await screen.findByText(/must end after it begins/)).toBeDefined();
    expect((text as HTMLTextAreaElement).value).toBe('Upgrade');
  });

  test('does not ask about read-only mode while the year of its expected end is unfinished [OPS-011, FORM-022]', async () => {
    const api = fakeApi();
    openPortal('/admin/maintenance', { api });
    const end = await screen.findByLabelText<HTMLInputElement>('Expected end');
    fireEvent.change(end, { target: { value: '0202-11-20T18:00' } });
    fireEvent.blur(end);
    await userEvent.click(await screen.findByRole('button', { name: 'Make read-only' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Enter the year with four digits.')).toBeDefined();
    expect(document.activeElement).toBe(end);
    expect(end.value).toBe('0202-11-20T18:00');
    fireEvent.change(end, { target: { value: '2026-11-20T18:00' } });
    await userEvent.click(screen.getByRole('button', { name: 'Make read-only' }));
    expect(await screen.findAllByRole('dialog', { name: 'Make the portal read-only?' })).toHaveLength(1);
  });

  test('starts read-only mode after a confirmation, and ends it [OPS-011]', async () => {
    const api = fakeApi();
    const set = ({ body: { isReadOnly } }: { body: { isReadOnly: boolean } }) => {
      api.answer(getMaintenance, { ...quiet, isReadOnly });
      return { ...quiet, isReadOnly };
    };
    api.answer(setReadOnly, set);
    openPortal('/admin/maintenance', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Make read-only' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(api.callsTo(setReadOnly)).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Make read-only' }));
    expect(await screen.findByText('The portal is read-only')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'End read-only mode' }));
    expect(await screen.findByText('People can make changes')).toBeDefined();
  });
});
