import { getHealth, type Health } from '@portico/contracts/admin/health';
import { listRefusals, type Refusal } from '@portico/contracts/admin/refusals';
import { getStorage } from '@portico/contracts/admin/storage';
import { listSettingsInForce, type SettingInForce } from '@portico/contracts/admin/settings';
import { listWebhooks } from '@portico/contracts/admin/webhooks';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../../testPortal.ts';

const health = (more: Partial<Health> = {}): Health => ({
  checkedAt: '2026-11-20T15:00:00Z',
  parts: [
    { part: 'database', state: 'ok', finding: 'databaseAnswers', count: 4, seenAt: null, facts: [] },
    {
      part: 'workers',
      state: 'down',
      finding: 'workersSilent',
      count: null,
      seenAt: '2026-11-20T14:00:00Z',
      facts: [],
    },
    { part: 'files', state: 'degraded', finding: 'filesLow', count: 512_000_000, seenAt: null, facts: [] },
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

describe('the health page of the administration', () => {
  test('shows the state of each part and what to do about it [OPS-003]', async () => {
    const api = fakeApi();
    api.answer(getHealth, health());
    openPortal('/admin', { api });
    const parts = await screen.findByRole('list', { name: 'Systems' });
    expect(screen.getByText('2 systems need attention.')).toBeDefined();
    const [database, workers, files] = within(parts).getAllByRole('listitem');
    expect(database!.textContent).toContain('The database responded in 4 ms.');
    expect(within(database!).getByText('OK')).toBeDefined();
    expect(within(workers!).getByText('Down')).toBeDefined();
    expect(workers!.textContent).toContain('Start a process with PORTICO_ROLE set to worker or all.');
    expect(workers!.textContent).toContain('Last heartbeat: Nov 20, 2026');
    expect(within(files!).getByText('Degraded')).toBeDefined();
    expect(files!.textContent).toContain('Only 512 MB is free.');
  });

  test('shows times, counts and advice for backups and webhooks, and links to their pages [OPS-391, OPS-392]', async () => {
    const api = fakeApi();
    const none = { count: null, seenAt: null };
    api.answer(
      getHealth,
      health({
        parts: [
          {
            ...none,
            part: 'backups',
            state: 'degraded',
            finding: 'verificationFailed',
            facts: [
              { fact: 'backupMade', at: '2026-11-20T13:00:00Z', count: 2 },
              { fact: 'backupVerified', at: null, count: null },
              { fact: 'backupNext', at: '2026-11-21T02:30:00Z', count: null },
              { fact: 'verificationNext', at: null, count: null },
            ],
          },
          {
            ...none,
            part: 'webhooks',
            state: 'degraded',
            finding: 'webhooksFail',
            count: 2,
            facts: [{ fact: 'deliveriesWaiting', at: null, count: 1 }],
          },
          { ...none, part: 'replicas', state: 'ok', finding: 'replicasUsed', count: 1, facts: [] },
          { ...none, part: 'mail', state: 'down', finding: 'mailSilent', facts: [] },
        ],
      }),
    );
    api.answer(listWebhooks, { items: [] });
    const { address } = openPortal('/admin', { api });
    const parts = await screen.findByRole('list', { name: 'Systems' });
    const [backups, webhooks, replicas, mail] = within(parts).getAllByRole('listitem');
    expect(backups!.textContent).toContain('The last backup that was verified couldn’t be restored.');
    expect(backups!.textContent).toMatch(/Last successful backup: Nov 20, 2026, .{7,8} \(2 hours ago\)/);
    expect(backups!.textContent).toContain('Last successful verification: none');
    expect(backups!.textContent).toContain('Next backup: Nov 21, 2026');
    expect(backups!.textContent).not.toContain('Next verification');
    expect(webhooks!.textContent).toContain('The receivers of 2 webhooks are rejecting deliveries.');
    expect(webhooks!.textContent).toContain('One delivery is waiting.');
    expect(within(replicas!).queryByRole('link')).toBeNull();
    expect(within(mail!).getByRole('link').getAttribute('href')).toBe('/admin/settings');
    await userEvent.click(within(webhooks!).getByRole('link', { name: 'Webhooks' }));
    expect(await screen.findByText('No webhooks yet')).toBeDefined();
    expect(address()).toBe('/admin/webhooks');
  });

  test('shows the version of Node, the security release and its age, and what to do below it [OPS-465]', async () => {
    const api = fakeApi();
    const facts = [
      { fact: 'runtime' as const, of: '24.21.0', at: null, count: null },
      { fact: 'runtimeFloor' as const, of: '24.22.1', at: '2026-10-21T00:00:00Z', count: 38 },
    ];
    const runtime = {
      part: 'runtime',
      state: 'degraded',
      finding: 'runtimeUnpatched',
      count: null,
      seenAt: null,
    } as const;
    api.answer(getHealth, health({ parts: [{ ...runtime, facts }] }));
    openPortal('/admin', { api });
    const [row] = within(await screen.findByRole('list', { name: 'Systems' })).getAllByRole('listitem');
    expect(row!.textContent).toContain('Node lacks security fixes, so use this portal only for trials.');
    expect(row!.textContent).toContain(
      'Install the security release or a newer version of the same line, and restart.',
    );
    expect(row!.textContent).toContain('Running on Node 24.21.0');
    expect(row!.textContent).toContain('Security release: Node 24.22.1, 38 days ago');
  });

  test('names the servers whose certificates expire soon, and says what to do [OPS-439]', async () => {
    const api = fakeApi();
    const of = (host: string, at: string) => ({ fact: 'certificate' as const, of: host, at, count: null });
    api.answer(
      getHealth,
      health({
        parts: [
          {
            part: 'certificates',
            state: 'degraded',
            finding: 'certificatesExpire',
            count: 9,
            seenAt: null,
            facts: [
              of('mail.example.com:465', '2026-11-29T13:00:00Z'),
              of('db.example.com:5432', '2027-02-01T13:00:00Z'),
            ],
          },
        ],
      }),
    );
    openPortal('/admin', { api });
    const [row] = within(await screen.findByRole('list', { name: 'Systems' })).getAllByRole('listitem');
    expect(row!.textContent).toContain('A certificate expires in 9 days.Renew it, and find out why');
    expect(row!.textContent).toMatch(/mail\.example\.com:465 expires Nov 29, 2026/);
    expect(row!.textContent).toContain('db.example.com:5432 expires Feb 1, 2027');
  });

  test('checks again on request, and lists processes with their versions [OPS-004]', async () => {
    const api = fakeApi();
    api.answer(getHealth, health());
    openPortal('/admin', { api });
    expect(await screen.findByText('Version 1.2.3, build abc')).toBeDefined();
    api.answer(getHealth, health({ parts: [], processes: [] }));
    await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('All systems are working.')).toBeDefined();
    expect(screen.getByText('No process has sent a heartbeat.')).toBeDefined();
  });

  test('names what is switched off instead of saying that all is well [OPS-003]', async () => {
    const api = fakeApi();
    const part = { count: null, seenAt: null, facts: [] };
    const parts = [
      { ...part, part: 'database' as const, state: 'ok' as const, finding: 'databaseAnswers' as const, count: 4 },
      { ...part, part: 'scanner' as const, state: 'off' as const, finding: 'scannerOff' as const },
      { ...part, part: 'backups' as const, state: 'off' as const, finding: 'backupsElsewhere' as const },
    ];
    api.answer(getHealth, health({ parts }));
    openPortal('/admin', { api });
    expect(await screen.findByText('Everything that is switched on is working.')).toBeDefined();
    expect(screen.getByText('Off: Virus scanner and Backups.')).toBeDefined();
    expect(screen.queryByText('All systems are working.')).toBeNull();
    const [, scanner] = within(screen.getByRole('list', { name: 'Systems' })).getAllByRole('listitem');
    expect(within(scanner!).getByText('Off')).toBeDefined();
    expect(scanner!.textContent).toContain('No virus scanner is configured, so uploads aren’t scanned.');
  });

  test('is "Page Not Found" for people without the role [OPS-001]', async () => {
    const api = fakeApi();
    api.fail(getHealth, 'forbidden');
    expectErrorsInConsole();
    openPortal('/admin', { api });
    expect(await screen.findAllByText('Page Not Found')).toHaveLength(1);
  });
});

test('settings can be searched by name and description, and narrowed to those changed from the default [OPS-005]', async () => {
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
  expect(screen.getByText('No settings match')).toBeDefined();
});

test.each([
  ['folder', 'The file store isn’t responding.'],
  ['bucket', 'Files are in a bucket, which has no space limit.'],
] as const)(
  'storage shows sizes, unused files, the used share of the quota, and why there is no disk figure: %s [OPS-012, OPS-424]',
  async (store, disk) => {
    const api = fakeApi();
    api.answer(getStorage, {
      databaseBytes: 52_000_000,
      files: [
        { kind: 'documents', count: 1, bytes: 2_000_000, unused: { count: 1, bytes: 2_000_000 } },
        { kind: 'formFiles', count: 3, bytes: 1_000_000, unused: null },
        { kind: 'pictures', count: 12, bytes: null, unused: { count: 0, bytes: null } },
      ],
      quota: { usedBytes: 3_000_000, limitBytes: 12_000_000 },
      store,
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
      disk,
    ]);
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toContain('DocumentsOne isn’t used (2.0 MB). UNUSED_UPLOADS_DAYS sets when it’s removed.');
    expect(terms).toContain('Pictures');
  },
);

test('rejections show what was rejected, how often and whose calls, and can be filtered by kind [OPS-013]', async () => {
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
