import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { publishItem } from '../../support/studio/drafts.ts';
import { ports } from '../../support/ports.ts';
import { openAs } from '../../support/signIn.ts';
import { test } from '../../support/test.ts';

interface Arrival {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
  type: string;
  itemId: string | undefined;
}

/** A system that receives webhooks and responds with the statuses that the journey chooses. */
async function startReceiver(statusFor: (arrival: Arrival) => number) {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const header = (name: string) => String(request.headers[`webhook-${name}`]);
      const { type, data } = JSON.parse(body) as { type: string; data: { id?: string } };
      const arrival = {
        id: header('id'),
        timestamp: header('timestamp'),
        signature: header('signature'),
        body,
        type,
        itemId: data.id,
      };
      arrivals.push(arrival);
      response.writeHead(statusFor(arrival)).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, arrivals, stop };
}

/** The signature as Standard Webhooks defines it. */
const signatureOf = (secret: string, { id, timestamp, body }: Arrival): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`;

const isAccessible = (page: Page) => onEveryDevice(page, () => expectAccessibleInBothThemes(page));

test(
  'an administrator adds a webhook; its receiver verifies a delivery, fails, is given up, and gets the delivery again [OPS-332, OPS-333, OPS-334, OPS-335, OPS-337]',
  { tag: '@long' },
  async ({ browser }) => {
    // The second attempt is made five seconds later.
    test.slow();
    let isGone = true;
    const failed = new Set<string>();
    const receiver = await startReceiver((arrival) => {
      if (arrival.type === 'webhook.test') return isGone ? 410 : 204;
      if (failed.has(arrival.id)) return 204;
      failed.add(arrival.id);
      return 500;
    });
    const { page, context } = await openAs(browser, 'admin', '/admin/webhooks');
    try {
      const form = page.getByRole('form', { name: 'New webhook' });
      await form.getByLabel('Name').fill('Public website');
      await form.getByLabel('Address').fill(receiver.url);
      await form.getByRole('checkbox', { name: 'Item published' }).check();
      await form.getByRole('button', { name: 'Add webhook' }).click();
      const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
      expect(secret).toMatch(/^whsec_/);
      await isAccessible(page);

      const itemId = await publishItem('news', { header: 'Fees of next year' }, { port: ports.code });
      const ofItem = () => receiver.arrivals.filter((arrival) => arrival.itemId === itemId);
      await expect.poll(() => ofItem().length, { timeout: 60_000 }).toBe(2);
      const [first, second] = ofItem() as [Arrival, Arrival];
      expect(second).toMatchObject({ id: first.id, body: first.body, type: 'item.published' });
      for (const arrival of [first, second]) {
        expect(arrival.signature.split(' ')).toContain(signatureOf(secret, arrival));
        expect(arrival.body).not.toContain('Fees');
      }

      const hook = page
        .getByRole('list', { name: 'List of webhooks' })
        .getByRole('listitem')
        .filter({ hasText: receiver.url });
      await hook.getByRole('button', { name: 'Send a test to Public website' }).click();
      await expect.poll(() => receiver.arrivals.some(({ type }) => type === 'webhook.test')).toBe(true);
      await expect(async () => {
        await page.reload();
        await expect(hook.getByText('Turned off after failures')).toBeVisible({ timeout: 10_000 });
      }).toPass();

      isGone = false;
      await hook.getByRole('button', { name: 'Turn on Public website' }).click();
      await expect(hook.getByText('On', { exact: true })).toBeVisible();
      await hook.getByRole('link', { name: 'Log of Public website' }).click();
      const published = page.getByRole('listitem').filter({ hasText: first.id });
      await expect(published.getByText('Delivered')).toBeVisible();
      await expect(published.getByText('2 attempts')).toBeVisible();
      await isAccessible(page);
      await published.getByRole('button', { name: /^Send again: Item published/ }).click();
      await expect.poll(() => ofItem().length, { timeout: 60_000 }).toBe(3);
      expect(ofItem()[2]).toMatchObject({ id: first.id, body: first.body });
    } finally {
      receiver.stop();
      await context.close();
    }
  },
);
