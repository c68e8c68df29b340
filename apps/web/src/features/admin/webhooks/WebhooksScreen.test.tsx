import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  retryWebhookDelivery,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@portico/contracts/admin/webhooks';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

const ID = '6f9b1d4e-0000-4000-8000-000000000001';

const webhook = (more: Partial<Webhook> = {}): Webhook => ({
  id: ID,
  name: 'Website',
  url: 'https://example.com/hooks',
  events: ['item.published'],
  createdAt: '2026-11-20T15:00:00Z',
  state: 'on',
  failingSince: null,
  lastDeliveredAt: '2026-11-21T15:00:00Z',
  previousSecretUntil: null,
  ...more,
});

const delivery = (more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: '6f9b1d4e-0000-4000-8000-000000000009',
  event: 'item.published',
  state: 'failed',
  createdAt: '2026-11-20T15:00:00Z',
  attempts: 9,
  attemptedAt: '2026-11-22T15:00:00Z',
  nextAttemptAt: null,
  status: 503,
  durationMs: 41,
  problem: 'status',
  ...more,
});

function open(items: Webhook[], path = '/admin/webhooks') {
  const api = fakeApi();
  api.answer(listWebhooks, { items });
  openPortal(path, { api });
  return { api, user: userEvent.setup() };
}

describe('webhooks in the administration', () => {
  test('are added with a name, address and events, and show their secret once [OPS-337]', async () => {
    const { api, user } = open([]);
    api.answer(createWebhook, ({ body }) => {
      expect(body).toEqual({ name: 'Website', url: 'https://example.com/hooks', events: ['item.published'] });
      return { webhook: webhook(), secret: 'whsec_hidden' };
    });
    expect(await screen.findByText('No webhooks yet')).toBeDefined();
    const form = within(screen.getByRole('form', { name: 'New webhook' }));
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Website');
    await user.type(form.getByRole('textbox', { name: 'Address' }), 'https://example.com/hooks');
    const add = form.getByRole('button', { name: 'Add webhook' });
    expect(add).toMatchObject({ disabled: true });
    await user.click(form.getByRole('checkbox', { name: 'Item published' }));
    await user.click(add);
    const secret = await screen.findByRole('group', { name: 'Secret for Website' });
    expect(within(secret).getByRole('textbox', { name: 'Signing secret' })).toMatchObject({ value: 'whsec_hidden' });
    await user.click(within(secret).getByRole('button', { name: 'I’ve saved it' }));
    expect(screen.queryByRole('group', { name: 'Secret for Website' })).toBeNull();
  });

  test('can be tested, and after a confirmation turned off, given a new secret, or deleted [OPS-337]', async () => {
    const { api, user } = open([webhook()]);
    api.answer(testWebhook, undefined);
    api.answer(saveWebhook, ({ body }) => {
      expect(body).toMatchObject({ name: 'Website', isOn: false });
      return webhook({ state: 'off' });
    });
    api.answer(rotateWebhookSecret, { secret: 'whsec_next' });
    api.answer(deleteWebhook, undefined);
    await user.click(await screen.findByRole('button', { name: 'Send a test to Website' }));
    expect(await screen.findByText(/A test is on its way to Website/)).toBeDefined();
    for (const [name, action, done] of [
      ['Turn off Website', 'Turn off', 'The webhook Website is off.'],
      ['New secret for Website', 'New secret', 'Website has a new secret.'],
      ['Delete Website', 'Delete', 'The webhook Website was deleted.'],
    ] as const) {
      await user.click(screen.getByRole('button', { name }));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }));
      expect(await screen.findByText(done)).toBeDefined();
    }
  });

  test('show whether they are failing or were turned off, and are edited in place [OPS-334, OPS-337]', async () => {
    const { api, user } = open([
      webhook({ state: 'failing', failingSince: '2026-11-22T15:00:00Z' }),
      webhook({ id: ID.replace(/1$/, '2'), name: 'Archive', state: 'givenUp', lastDeliveredAt: null }),
    ]);
    const saved: unknown[] = [];
    api.answer(saveWebhook, ({ body }) => {
      saved.push(body);
      return webhook();
    });
    const list = await screen.findByRole('list', { name: 'List of webhooks' });
    const [failing, givenUp] = within(list).getAllByRole('listitem');
    expect(failing!.textContent).toContain('Failing since Nov 22, 2026');
    expect(givenUp!.textContent).toContain('Turned off after failures');
    expect(givenUp!.textContent).toContain('Nothing delivered yet');
    await user.click(within(givenUp!).getByRole('button', { name: 'Turn on Archive' }));
    expect(await screen.findByText('The webhook Archive is on.')).toBeDefined();
    await user.click(within(list).getByRole('button', { name: 'Edit Website' }));
    const form = within(screen.getByRole('form', { name: 'Edit Website' }));
    await user.click(form.getByRole('checkbox', { name: 'Form received' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The webhook Website was saved.')).toBeDefined();
    expect(saved).toMatchObject([
      { name: 'Archive', isOn: true },
      { name: 'Website', events: ['item.published', 'form.received'], isOn: true },
    ]);
  });

  test('have a log with the outcome of each delivery, and failed ones can be sent again [OPS-333, OPS-335]', async () => {
    const { api, user } = open([webhook()], `/admin/webhooks?log=${ID}`);
    const waiting = delivery({
      id: '6f9b1d4e-0000-4000-8000-000000000008',
      event: 'webhook.test',
      state: 'waiting',
      attempts: 1,
      status: null,
      problem: 'timeout',
      nextAttemptAt: '2026-11-23T15:00:00Z',
    });
    api.answer(listWebhookDeliveries, { items: [waiting, delivery()], page: 1, pageSize: 25, total: 2 });
    api.answer(retryWebhookDelivery, undefined);
    expect(await screen.findByRole('heading', { name: 'Log of Website' })).toBeDefined();
    expect(await screen.findByText(/One attempt · Timed out · Next attempt Nov 23, 2026/)).toBeDefined();
    expect(screen.getByText(/9 attempts · Responded with 503 in 41 ms/)).toBeDefined();
    const again = screen.getAllByRole('button', { name: /^Send again/ });
    expect(again).toHaveLength(1);
    await user.click(again[0]!);
    expect(await screen.findByText('The delivery is on its way again.')).toBeDefined();
  });
});
