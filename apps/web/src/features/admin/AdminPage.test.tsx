import { getHealth, type Health } from '@portico/contracts/admin/health';
import {
  countSignIns,
  endSessions,
  listPeople,
  revokeBrowser,
  type AdminPerson,
} from '@portico/contracts/admin/people';
import { listRefusals, type Refusal } from '@portico/contracts/admin/refusals';
import { getStorage } from '@portico/contracts/admin/storage';
import { listSettingsInForce, type SettingInForce } from '@portico/contracts/admin/settings';
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
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

const health = (more: Partial<Health> = {}): Health => ({
  checkedAt: '2026-11-20T15:00:00Z',
  parts: [
    { part: 'database', state: 'ok', finding: 'databaseAnswers', count: 4, seenAt: null },
    { part: 'workers', state: 'down', finding: 'workersSilent', count: null, seenAt: '2026-11-20T14:00:00Z' },
    { part: 'files', state: 'degraded', finding: 'filesLow', count: 512_000_000, seenAt: null },
  ],
  processes: [
    {
      id: '6f9b1d4e-0000-4000-8000-000000000000',
      role: 'web',
      version: '1.2.3',
      build: 'abc',
      startedAt: '2026-11-20T12:00:00Z',
      seenAt: '2026-11-20T15:00:00Z',
    },
  ],
  ...more,
});
const setting = (more: Partial<SettingInForce>): SettingInForce => ({
  name: 'PORT',
  description: 'Port to listen on',
  isSecret: false,
  origin: 'default',
  value: '3000',
  ...more,
});

describe('the health of the administration', () => {
  test('says of each part how it is and what to do [OPS-003]', async () => {
    const api = fakeApi();
    api.answer(getHealth, health());
    openPortal('/admin', { api });
    const parts = await screen.findByRole('list', { name: 'Parts of the portal' });
    expect(screen.getByText('2 parts need attention.')).toBeDefined();
    const [database, workers, files] = within(parts).getAllByRole('listitem');
    expect(database!.textContent).toContain('The database answered in 4 ms.');
    expect(within(database!).getByText('OK')).toBeDefined();
    expect(within(workers!).getByText('Down')).toBeDefined();
    expect(workers!.textContent).toContain('Start a process with PORTICO_ROLE set to worker or all.');
    expect(workers!.textContent).toContain('Last heartbeat: Nov 20, 2026');
    expect(within(files!).getByText('Degraded')).toBeDefined();
    expect(files!.textContent).toContain('Only 512 MB are free.');
  });

  test('checks again when asked, and lists processes with their versions [OPS-004]', async () => {
    const api = fakeApi();
    api.answer(getHealth, health());
    openPortal('/admin', { api });
    expect(await screen.findByText('Version 1.2.3, build abc')).toBeDefined();
    api.answer(getHealth, health({ parts: [], processes: [] }));
    await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('All systems are working.')).toBeDefined();
    expect(screen.getByText('No process has sent a heartbeat.')).toBeDefined();
  });

  test('is not there for people without the role [OPS-001]', async () => {
    const api = fakeApi();
    api.fail(getHealth, 'forbidden');
    expectErrorsInConsole();
    openPortal('/admin', { api });
    expect(await screen.findAllByText('Page Not Found')).toHaveLength(1);
  });
});

test('settings are found by name and description, and those with another value than the default [OPS-005]', async () => {
  const api = fakeApi();
  api.answer(listSettingsInForce, {
    items: [
      setting({}),
      setting({ name: 'PRODUCT_NAME', description: 'Name in titles', origin: 'set', value: 'Bank' }),
      setting({ name: 'SMTP_URL', description: 'Mail server', isSecret: true, origin: 'set', value: null }),
      setting({ name: 'ANALYTICS_ID', description: 'Analytics', origin: 'unset', value: null }),
    ],
  });
  openPortal('/admin/settings', { api });
  const rows = () => within(screen.getByRole('list', { name: 'Current settings' })).getAllByRole('listitem');
  expect(await screen.findByText('4 settings')).toBeDefined();
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'PORTPort to listen on3000Default',
    'PRODUCT_NAMEName in titlesBankSet',
    'SMTP_URLMail serverSet, hidden',
    'ANALYTICS_IDAnalyticsNot set',
  ]);
  await userEvent.click(screen.getByRole('switch', { name: 'Only settings changed from the default' }));
  expect(screen.getByText('2 settings')).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find settings' }), 'mail');
  expect(rows()).toHaveLength(1);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find settings' }), 'x');
  expect(screen.getByText('No setting matches')).toBeDefined();
});

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

describe('the job queue of the administration', () => {
  test('retries a job, and gives one up only when that is confirmed [OPS-007]', async () => {
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

  test('says why a job cannot be retried [OPS-007]', async () => {
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
    expect(await screen.findByText('No job matches these filters')).toBeDefined();
    expect(address()).toBe('/admin/jobs?state=running');
    await userEvent.click(screen.getByRole('button', { name: /Clear/ }));
    await screen.findByText('no answer');
  });

  test('is empty when nothing waits', async () => {
    const api = fakeApi();
    api.answer(listJobs, jobList([], []));
    openPortal('/admin/jobs', { api });
    expect(await screen.findByRole('heading', { name: 'No jobs are waiting' })).toBeDefined();
  });
});

test('undeliverable email is sent again, or dismissed after a question [OPS-008, OPS-009]', async () => {
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

  test('a notice is written with its time, and taken away [OPS-010]', async () => {
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
    const form = within(await screen.findByRole('form', { name: 'Notice to everybody' }));
    expect(form.getByRole('button', { name: 'Show notice' }).hasAttribute('disabled')).toBe(true);
    await userEvent.type(form.getByRole('textbox', { name: 'Text' }), 'Upgrade tonight.');
    fireEvent.change(form.getByLabelText('From'), { target: { value: '2030-11-20T18:00' } });
    api.answer(getMaintenance, { ...quiet, notice });
    await userEvent.click(form.getByRole('button', { name: 'Show notice' }));
    expect(await screen.findByText('The notice is set.')).toBeDefined();
    expect(sent).toEqual([{ text: 'Upgrade tonight.', from: new Date('2030-11-20T18:00').toISOString(), until: null }]);
    api.answer(removeMaintenanceNotice, quiet);
    api.answer(getMaintenance, quiet);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove notice' }));
    expect(await screen.findByText('The notice was removed.')).toBeDefined();
    expect(await screen.findByText(/^No notice is set/)).toBeDefined();
  });

  test('a notice that the server rejects stays in its field [OPS-010]', async () => {
    const api = fakeApi();
    api.fail(setMaintenanceNotice, 'invalid_input', 'The notice must end after it begins, and in the future.');
    openPortal('/admin/maintenance', { api });
    const text = await screen.findByRole('textbox', { name: 'Text' });
    await userEvent.type(text, 'Upgrade');
    await userEvent.click(screen.getByRole('button', { name: 'Show notice' }));
    expect(await screen.findByText(/must end after it begins/)).toBeDefined();
    expect((text as HTMLTextAreaElement).value).toBe('Upgrade');
  });

  test('read-only mode begins after a question, and ends [OPS-011]', async () => {
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

test('storage shows sizes, the used share of the quota, and that the disk is unknown [OPS-012]', async () => {
  const api = fakeApi();
  api.answer(getStorage, {
    databaseBytes: 52_000_000,
    files: [
      { kind: 'documents', count: 1, bytes: 2_000_000 },
      { kind: 'formFiles', count: 3, bytes: 1_000_000 },
      { kind: 'pictures', count: 12, bytes: null },
    ],
    quota: { usedBytes: 3_000_000, limitBytes: 12_000_000 },
    place: 'folder',
    disk: null,
  });
  openPortal('/admin/storage', { api });
  const values = await screen.findAllByRole('definition');
  expect(values.map(({ textContent }) => textContent)).toEqual([
    '52.0 MB',
    'One file, 2.0 MB',
    '3 files, 1.0 MB',
    '12 files',
    '3.0 MB of 12.0 MB used (25%)',
    'The file store does not answer.',
  ]);
});

test('rejections say what was rejected, how often and whose calls, and are chosen by kind [OPS-013]', async () => {
  const api = fakeApi();
  const refusal = {
    id: '1',
    kind: 'refused' as const,
    since: '2026-11-20T15:00:00Z',
    person: 'Ana Brandt',
    addresses: 1,
  };
  const items: Refusal[] = [
    { ...refusal, counts: { forbidden: 2, token_signature: 1 } },
    { ...refusal, id: '2', kind: 'limited', person: null, addresses: 3, counts: { person: 40 } },
  ];
  api.answer(listRefusals, ({ query: { kind } }) => {
    const chosen = items.filter((each) => kind === undefined || each.kind === kind);
    return { items: chosen, page: 1, pageSize: 25, total: chosen.length };
  });
  const { address } = openPortal('/admin/refusals', { api });
  expect(await screen.findByText('Missing permission: 2 · Token not accepted (token_signature): 1')).toBeDefined();
  expect(screen.getByText(/^Ana Brandt · From one address · Nov 20, 2026/)).toBeDefined();
  expect(screen.getByText('Calls by a person: 40')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Rate limit reached');
  await waitFor(() => expect(screen.queryByText(/Missing permission/)).toBeNull());
  expect(address()).toBe('/admin/refusals?kind=limited');
});

test('people are found, and their browser or sessions end after a question [OPS-015, OPS-016, OPS-017]', async () => {
  const api = fakeApi();
  const ana: AdminPerson = {
    id: '6f9b1d4e-0000-4000-8000-000000000000',
    name: 'Ana Brandt',
    email: 'ana@portico.test',
    isDisabled: true,
    lastSignInAt: '2026-11-20T15:00:00Z',
    sessionsEndedAt: null,
    browser: { usedAt: '2026-11-19T15:00:00Z', expiresAt: '2026-12-19T15:00:00Z' },
  };
  api.answer(listPeople, ({ query: { text } }) => {
    const items = text === undefined || 'ana brandt'.includes(text) ? [ana] : [];
    return { items, page: 1, pageSize: 25, total: items.length };
  });
  api.answer(countSignIns, { days: [{ day: '2026-11-20', people: 7 }] });
  api.answer(revokeBrowser, undefined);
  api.answer(endSessions, undefined);
  openPortal('/admin/people', { api });
  expect(await screen.findByText(/^ana@portico\.test · Last sign-in Nov 20, 2026/)).toBeDefined();
  expect(screen.getByText('Disabled')).toBeDefined();
  expect(await screen.findByRole('row', { name: 'Nov 20, 2026 7' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Forget browser of Ana Brandt' }));
  expect(api.callsTo(revokeBrowser)).toHaveLength(0);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Forget browser' }));
  expect(await screen.findByText('The browser of Ana Brandt is forgotten.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'End sessions of Ana Brandt' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End sessions' }));
  expect(await screen.findByText('All sessions of Ana Brandt have ended.')).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find people by name or email' }), 'xyz');
  expect(await screen.findByText('Nobody matches')).toBeDefined();
});
