import { describe, expect, test } from 'vitest';
import { dismissUndeliverable, listUndeliverable, retryUndeliverable } from '@portico/contracts/admin/undeliverable';
import { inviteMe } from '@portico/contracts/events';
import { getCurrentUser } from '@portico/contracts/users';
import { recordUndeliverable } from '../../mail/undeliverable.ts';
import { MailRejected } from '../../mail/sendMail.ts';
import { startMailServer } from '../../testing/services/mailServer.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { maskAddress } from './undeliverable.queries.ts';

const list = async ({ as }: TestPortal, page?: string) =>
  as('adam').call(listUndeliverable, { query: page === undefined ? {} : { page } });

/** Ana's invitation, which the mail server rejected. */
async function rejectedInvitation(reply: string) {
  const replies: Record<string, string> = { 'RCPT TO': reply };
  const server = await startMailServer({ replies });
  const portal = await testPortal({ env: { SMTP_URL: server.url } });
  const eventId = await portal.make.event({
    header: 'Market outlook',
    locationType: 'Virtual',
    registration: {},
  });
  const ana = portal.as('ana');
  await ana.call(getCurrentUser, {});
  await portal.db.updateTable('users').set({ email: 'ana.brandt@portico.test' }).where('subject', '=', 'ana').execute();
  await ana.call(inviteMe, { params: { eventId } });
  await portal.runJobs();
  return { portal, server, replies };
}

describe('undeliverable email', () => {
  test('is listed with its recipient, a masked address and the reason [OPS-008]', async () => {
    const { portal } = await rejectedInvitation('550 no such user ana.brandt@portico.test');
    const { items, total } = await list(portal);
    expect([total, items]).toEqual([
      1,
      [
        expect.objectContaining({
          kind: 'invitation',
          about: 'Market outlook',
          recipient: 'Ana Brandt',
          maskedAddress: 'a•••@portico.test',
        }),
      ],
    ]);
    expect(JSON.stringify(items)).not.toContain('ana.brandt@');
    expect(items[0]!.reason).toContain('550');
  });

  test('is sent again when an administrator requests it, and the audit log records it [OPS-009]', async () => {
    const { portal, server, replies } = await rejectedInvitation('550 no such user');
    delete replies['RCPT TO'];
    const emailId = (await list(portal)).items[0]!.id;
    await portal.as('adam').call(retryUndeliverable, { params: { emailId } });
    expect((await list(portal)).total).toBe(0);
    await portal.runJobs();
    expect(server.seen.emails).toBe(1);
    expect(await portal.as('adam').fail(retryUndeliverable, { params: { emailId } })).toMatchObject({ status: 404 });
    expect(
      await portal.db.selectFrom('audit_log').select('object_kind').where('action', '=', 'email.retried').execute(),
    ).toEqual([{ object_kind: 'user' }]);
  });

  test('leaves the list when an administrator dismisses it, and nothing is sent [OPS-009]', async () => {
    const { portal, server, replies } = await rejectedInvitation('550 no such user');
    delete replies['RCPT TO'];
    const emailId = (await list(portal)).items[0]!.id;
    await portal.as('adam').call(dismissUndeliverable, { params: { emailId } });
    await portal.runJobs();
    expect([(await list(portal)).total, server.seen.emails]).toEqual([0, 0]);
    expect(
      await portal.db.selectFrom('audit_log').select('object_kind').where('action', '=', 'email.dismissed').execute(),
    ).toHaveLength(1);
  });

  test('is listed in pages, newest first [OPS-008]', async () => {
    const { portal } = await rejectedInvitation('550 no such user');
    const [row] = await portal.db.selectFrom('undeliverable_emails').select(['user_id', 'event_id']).execute();
    for (let minute = 1; minute <= 26; minute += 1) {
      portal.clock.now = new Date(portal.clock.now.getTime() + 60_000);
      await recordUndeliverable(
        { ...portal.parts, now: () => portal.clock.now },
        { userId: row!.user_id, eventId: row!.event_id! },
        new MailRejected(`rejected ${minute}`),
      );
    }
    const [first, second] = [await list(portal), await list(portal, '2')];
    expect([first.items.length, first.items[0]!.reason, second.items.length, second.total]).toEqual([
      25,
      'rejected 26',
      2,
      27,
    ]);
  });
});

test('a masked address shows its first letter and its domain [OPS-008]', () => {
  expect(['ana@portico.test', 'é@x.test', '@x.test', 'nobody'].map(maskAddress)).toEqual([
    'a•••@portico.test',
    'é•••@x.test',
    '•••',
    '•••',
  ]);
});
