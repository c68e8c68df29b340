import { DAY_MS } from '@portico/contracts/durations';
import {
  countSignIns,
  endSessions,
  listPeople,
  revokeBrowser,
  type AdminPerson,
} from '@portico/contracts/admin/people';
import { getProvisioning, type Provisioning } from '@portico/contracts/admin/provisioning';
import { createApiToken, listApiTokens, revokeApiToken, type ApiToken } from '@portico/contracts/admin/tokens';
import { fakeApi } from '@portico/testing/fakeApi';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

test('the administration finds people, and ends their remembered browser or sessions after a confirmation [OPS-015, OPS-016, OPS-017]', async () => {
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
  expect(await screen.findByText('Ana Brandt’s browser was forgotten.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'End sessions of Ana Brandt' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End sessions' }));
  expect(await screen.findByText('All of Ana Brandt’s sessions were ended.')).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find people by name or email' }), 'xyz');
  expect(await screen.findByText('No one matches')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
  expect(await screen.findByText(/^ana@portico\.test/)).toBeDefined();
  expect(screen.getByRole('searchbox', { name: 'Find people by name or email' })).toMatchObject({ value: '' });
});

describe('API tokens in the administration', () => {
  const token = (more: Partial<ApiToken> = {}): ApiToken => ({
    id: '6f9b1d4e-0000-4000-8000-000000000001',
    name: 'Entra ID',
    scopes: ['scim'],
    ending: 'x9Yz',
    owner: { name: 'Adam Vance', isDisabled: false },
    createdAt: '2026-11-20T15:00:00Z',
    expiresAt: '2999-11-20T15:00:00Z',
    lastUsedAt: null,
    revokedAt: null,
    ...more,
  });

  test('are created with a name, scopes and an expiry, and show their secret once [OPS-321]', async () => {
    const api = fakeApi();
    api.answer(listApiTokens, { items: [] });
    const sent: unknown[] = [];
    api.answer(createApiToken, ({ body }) => {
      sent.push(body);
      api.answer(listApiTokens, { items: [token()] });
      return { token: token(), secret: 'portico_token_secret' };
    });
    openPortal('/admin/tokens', { api });
    expect(await screen.findByText('No tokens yet')).toBeDefined();
    const create = screen.getByRole('button', { name: 'Create token' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Entra ID ');
    expect(create.hasAttribute('disabled')).toBe(true);
    for (const label of [
      'Read news that everyone can see',
      'Read events that everyone can see',
      'Read resources that everyone can see',
    ])
      expect(screen.getByRole('checkbox', { name: label })).toMatchObject({ checked: false });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Provision people and groups (SCIM)' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'List documents that everyone can see' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Expires after' }), '30 days');
    await userEvent.click(create);
    const secret = await screen.findByRole('group', { name: 'Secret for Entra ID' });
    expect(document.activeElement).toBe(secret);
    expect(within(secret).getByRole('textbox', { name: 'Token' })).toMatchObject({ value: 'portico_token_secret' });
    expect(sent).toEqual([{ name: 'Entra ID', scopes: ['scim', 'read:documents'], expiresInDays: 30 }]);
    expect(await screen.findByText(/Ends in x9Yz · Created by Adam Vance, .* · Never used · Expires/)).toBeDefined();
    await userEvent.click(within(secret).getByRole('button', { name: 'I’ve saved it' }));
    expect(screen.queryByText('portico_token_secret')).toBeNull();
  });

  test('are revoked after a confirmation, and show why one no longer works or soon won’t [OPS-321]', async () => {
    const api = fakeApi();
    const items = [
      token(),
      token({ id: '6f9b1d4e-0000-4000-8000-000000000002', expiresAt: '2020-01-01T00:00:00Z' }),
      token({ id: '6f9b1d4e-0000-4000-8000-000000000003', revokedAt: '2026-11-21T15:00:00Z' }),
      token({
        id: '6f9b1d4e-0000-4000-8000-000000000004',
        name: 'Old',
        owner: { name: null, isDisabled: true },
        expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      }),
    ];
    api.answer(listApiTokens, { items });
    api.answer(revokeApiToken, undefined);
    openPortal('/admin/tokens', { api });
    const rows = within(await screen.findByRole('list', { name: 'Tokens' })).getAllByRole('listitem');
    expect(rows[1]!.textContent).toContain('Expired');
    expect(rows[2]!.textContent).toContain('Revoked');
    expect(rows[3]!.textContent).toContain('Expires soon');
    expect(rows[3]!.textContent).toContain('Creator’s account is disabled');
    expect(within(rows[1]!).queryByRole('button')).toBeNull();
    await userEvent.click(within(rows[0]!).getByRole('button', { name: 'Revoke Entra ID, ending in x9Yz' }));
    expect(api.callsTo(revokeApiToken)).toHaveLength(0);
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('The token Entra ID was revoked.')).toBeDefined();
    expect(api.callsTo(revokeApiToken)).toHaveLength(1);
  });
});

test('provisioning shows the address, how many people and groups there are, and the latest errors [OPS-318]', async () => {
  const api = fakeApi();
  const provisioning: Provisioning = {
    address: 'https://portal.example.com/scim/v2',
    activeTokens: 0,
    lastCallAt: null,
    users: { active: 0, inactive: 1 },
    groups: 2,
    others: 12,
    errors: [],
  };
  api.answer(getProvisioning, provisioning);
  openPortal('/admin/provisioning', { api });
  expect(await screen.findByText(/There is no valid token for provisioning/)).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Address for the identity provider' })).toMatchObject({
    value: 'https://portal.example.com/scim/v2',
  });
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Never called',
    '0 people',
    'One person',
    '2 groups',
    '12 people',
  ]);
  expect(screen.getByText('No call has failed.')).toBeDefined();
  cleanup();
  const error = {
    id: '7',
    at: '2026-11-20T15:00:00Z',
    call: 'POST /scim/v2/Users',
    status: 409,
    scimType: 'uniqueness',
    detail: 'Another resource already has this name.',
  };
  api.answer(getProvisioning, { ...provisioning, activeTokens: 1, lastCallAt: error.at, errors: [error] });
  openPortal('/admin/provisioning', { api });
  const [row] = within(await screen.findByRole('list', { name: 'Recent errors' })).getAllByRole('listitem');
  expect(row!.textContent).toMatch(
    /^Another resource already has this name\.409 · uniqueness · POST \/scim\/v2\/Users · Nov 20, 2026/,
  );
  expect(screen.queryByText(/There is no valid token/)).toBeNull();
});
