import { expect } from '@playwright/test';
import {
  addFailedJob,
  auditOf,
  confirmByKeyboard,
  expectAccessibleOnEveryDevice,
  isQueued,
  pressByKeyboard,
} from '../../support/administration.ts';
import { askApi } from '../../support/askApi.ts';
import { openAs } from '../../support/signIn.ts';
import { inDatabase } from '../../support/studio/drafts.ts';
import { test } from '../../support/test.ts';
import { busy } from '../../support/unreliableConnection.ts';

const ADMINISTRATOR = 'admin@portico.test';

test(
  'an administrator retries a failed job and gives up on another by keyboard; both leave the queue and are in the audit log [OPS-394]',
  { tag: '@long' },
  async ({ browser }) => {
    const retried = await addFailedJob('the file store did not answer');
    const dropped = await addFailedJob('the file is damaged');
    const { page, context } = await openAs(browser, 'admin', '/admin/jobs');
    const rowOf = (id: string) => page.getByRole('listitem').filter({ hasText: `Job ${id} ·` });
    const giveUp = page.getByRole('button', { name: `Give up on read-file, job ${dropped}` });
    await expect(rowOf(retried)).toContainText('the file store did not answer');
    await expectAccessibleOnEveryDevice(page);

    const retry = page.getByRole('button', { name: `Retry read-file, job ${retried}` });
    await page.route('**/api/v1/admin/jobs/*/retry', (route) => route.fulfill(busy), { times: 1 });
    await pressByKeyboard(retry);
    await expect(page.getByText('The portal is busy.')).toBeVisible();
    await expect(rowOf(retried).getByText('Failed', { exact: true })).toBeVisible();
    await pressByKeyboard(retry);
    await expect(page.getByText('read-file will run again.')).toBeVisible();
    await expect(rowOf(retried)).toBeHidden();
    expect(await isQueued(retried)).toBe(false);

    await pressByKeyboard(giveUp);
    await expect(page.getByRole('dialog', { name: 'Give up on this job?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(giveUp).toBeFocused();
    await page.keyboard.press('Enter');
    await confirmByKeyboard(page, 'Give up on this job?', 'Give up');
    await expect(page.getByText('read-file was removed from the queue.')).toBeVisible();
    await expect(rowOf(dropped)).toBeHidden();
    expect(await isQueued(dropped)).toBe(false);
    expect(await auditOf(retried)).toEqual([`job.retried by ${ADMINISTRATOR}`]);
    expect(await auditOf(dropped)).toEqual([`job.given-up by ${ADMINISTRATOR}`]);
    await context.close();
  },
);

const PERSON = 'reg65@portico.test';

/** Records that the mail server rejected the person's invitation to an event. */
const addUndeliverable = (eventId: string, reason: string): Promise<string> =>
  inDatabase(async (db) => {
    const { id } = await db.selectFrom('users').select('id').where('email', '=', PERSON).executeTakeFirstOrThrow();
    await db
      .insertInto('undeliverable_emails')
      .values({ at: new Date().toISOString(), user_id: id, event_id: eventId, reason })
      .execute();
    return id;
  });

/** When the mail server accepted the person's invitation to an event; 0 for never. */
const sentMs = (eventId: string): Promise<number> =>
  inDatabase(async (db) => {
    const row = await db
      .selectFrom('event_invitations')
      .innerJoin('users', 'users.id', 'user_id')
      .select('sent_at')
      .where('event_id', '=', eventId)
      .where('email', '=', PERSON)
      .executeTakeFirst();
    return row?.sent_at ? new Date(row.sent_at).getTime() : 0;
  });

test(
  'an administrator resends an undeliverable email, which goes out, and dismisses another [OPS-395]',
  { tag: '@long' },
  async ({ browser }) => {
    const person = await openAs(browser, 'reg65', '/events');
    const { items } = (await (await askApi(person.context, '/api/v1/events/upcoming')).json()) as {
      items: { id: string; header: string }[];
    };
    const [again, dismissed] = items as [(typeof items)[number], (typeof items)[number]];
    const invited = await askApi(person.context, `/api/v1/events/${again.id}/invite-me`, { method: 'POST' });
    expect(invited.ok(), await invited.text()).toBe(true);
    await person.context.close();
    await expect.poll(() => sentMs(again.id)).toBeGreaterThan(0);
    const before = await sentMs(again.id);
    const userId = await addUndeliverable(again.id, '550 5.1.1 No such mailbox');
    await addUndeliverable(dismissed.id, '552 5.2.2 The mailbox is full');

    const { page, context } = await openAs(browser, 'admin', '/admin/mail');
    const rowOf = (title: string) => page.getByRole('listitem').filter({ hasText: `Farid Haddad: ${title}` });
    await expect(rowOf(again.header)).toContainText('r•••@portico.test');
    await expect(rowOf(again.header)).toContainText('550 5.1.1 No such mailbox');
    await expectAccessibleOnEveryDevice(page);
    await pressByKeyboard(rowOf(again.header).getByRole('button', { name: /^Send again to/ }));
    await expect(page.getByText('The email to Farid Haddad will be sent again.')).toBeVisible();
    await expect(rowOf(again.header)).toBeHidden();
    await expect.poll(() => sentMs(again.id)).toBeGreaterThan(before);

    await pressByKeyboard(rowOf(dismissed.header).getByRole('button', { name: /^Dismiss email to/ }));
    await confirmByKeyboard(page, 'Dismiss this email?', 'Dismiss');
    await expect(page.getByRole('heading', { name: 'No undeliverable email' })).toBeVisible();
    expect((await auditOf(userId)).filter((entry) => entry.startsWith('email.'))).toEqual([
      `email.retried by ${ADMINISTRATOR}`,
      `email.dismissed by ${ADMINISTRATOR}`,
    ]);
    await context.close();
  },
);
