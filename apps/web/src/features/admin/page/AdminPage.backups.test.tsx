import { getBackups, makeBackup, verifyNewestBackup, type Backups } from '@portico/contracts/admin/backups';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../../testPortal.ts';

const plan: Backups['plan'] = {
  address: 's3://backups/portal',
  schedule: '30 2 * * *',
  verifySchedule: '30 4 * * 0',
  isEncrypted: true,
  canVerify: true,
  deniedRole: null,
  keep: { daily: 7, weekly: 4, monthly: 12 },
};

const backups = (more: Partial<Backups> = {}): Backups => ({
  plan,
  queued: [],
  removalProblem: null,
  items: [
    {
      id: '20261120t023000z-ab12',
      takenAt: '2026-11-20T12:30:00Z',
      bytes: 12_000_000,
      rows: 4321,
      files: 1,
      version: '1.2.3',
      isEncrypted: true,
      verifiedAt: '2026-11-20T14:30:00Z',
    },
    {
      id: '20261119t023000z-ab12',
      takenAt: '2026-11-19T12:30:00Z',
      bytes: 11_000_000,
      rows: 4000,
      files: 2,
      version: '1.2.3',
      isEncrypted: false,
      verifiedAt: null,
    },
  ],
  runs: [
    {
      id: '6f9b1d4e-0000-4000-8000-000000000000',
      kind: 'verification',
      state: 'failed',
      backupId: null,
      startedAt: '2026-11-20T14:30:00Z',
      finishedAt: '2026-11-20T14:31:05Z',
      problem: 'The backup is damaged: rows/public.users.copy is altered.',
    },
  ],
  ...more,
});

const open = (given: Backups) => {
  const api = fakeApi();
  api.answer(getBackups, given);
  openPortal('/admin/backups', { api });
  return api;
};

describe('backups in the administration', () => {
  test('are listed with size, age and verification, and failures say why [OPS-229]', async () => {
    open(backups());
    const list = await screen.findByRole('list', { name: 'Complete backups' });
    const [newest, older] = within(list).getAllByRole('listitem');
    expect(newest!.textContent).toContain('4321 rows, one file, version 1.2.3 · encrypted');
    expect(newest!.textContent).toContain('Verified Nov 20, 2026');
    expect(older!.textContent).toContain('not encrypted');
    expect(within(older!).getByText('Not verified')).toBeDefined();
    const runs = screen.getByRole('list', { name: 'Recent runs' });
    expect(runs.textContent).toContain('took 65 s');
    expect(runs.textContent).toContain('The backup is damaged: rows/public.users.copy is altered.');
    expect(screen.getByText('7 daily, 4 weekly, 12 monthly')).toBeDefined();
  });

  test('are made and verified on request, and queued work is announced [OPS-229]', async () => {
    const api = open(backups());
    api.answer(makeBackup, undefined);
    api.answer(verifyNewestBackup, undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Back up now' }));
    expect(await screen.findByText('A worker will make a backup.')).toBeDefined();
    api.answer(getBackups, backups({ queued: ['verification'] }));
    await userEvent.click(screen.getByRole('button', { name: 'Verify now' }));
    expect(await screen.findByText('A verification is waiting for a worker.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Verify now' })).toBe(document.activeElement);
  });

  test('show an alert when a request is rejected [OPS-229]', async () => {
    const api = open(backups());
    api.fail(makeBackup, 'conflict');
    expectErrorsInConsole();
    await userEvent.click(await screen.findByRole('button', { name: 'Back up now' }));
    expect(await screen.findByRole('alert')).toBeDefined();
  });

  test('that are not configured are explained, and offer no button [OPS-229]', async () => {
    open(backups({ plan: null, items: [], runs: [] }));
    expect(await screen.findByRole('heading', { name: 'The portal doesn’t make backups' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull();
  });

  test('in a store that does not respond, unencrypted, or impossible to verify have a warning [OPS-229]', async () => {
    open(backups({ items: null, runs: [], plan: { ...plan, isEncrypted: false, canVerify: false } }));
    expect(await screen.findByText(/isn’t responding, so backups can’t be listed/)).toBeDefined();
    expect(screen.getByText(/Backups aren’t encrypted/)).toBeDefined();
    expect(screen.getByText(/Backups aren’t verified/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verify now' }).disabled).toBe(true);
    expect(screen.getByText('Nothing has run yet.')).toBeDefined();
  });

  test('that can’t be removed are named with the reason, and the job can be tried again [OPS-509]', async () => {
    const removalProblem =
      'These could not be removed: 20261101t023000z-ab12 (The portal’s account isn’t allowed to change files there.)';
    open(backups({ removalProblem }));
    expect(await screen.findByText(/20261101t023000z-ab12 \(The portal’s account isn’t allowed/)).toBeDefined();
    expect(screen.getByText(/New ones are still made/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Try again under Jobs' }).getAttribute('href')).toBe('/admin/jobs');
  });

  test('that no role may restore are not verified, and the warning names the role [OPS-500]', async () => {
    open(backups({ plan: { ...plan, canVerify: false, deniedRole: 'portico_owner' } }));
    expect(await screen.findByText(/Run “alter role portico_owner createdb;” as a superuser/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verify now' }).disabled).toBe(true);
  });
});
