import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { readMail } from '@portico/dev-mailbox/readMail';
import { expect, test } from 'vitest';
import { giveDelegation } from '@portico/contracts/acting';
import { getCurrentUser } from '@portico/contracts/users';
import { entryPath, getForm, submitEntry } from '@portico/contracts/forms';
import { aForm } from '../../testing/aForm.ts';
import { freePort } from '../../testing/processes/childServer.ts';
import { testMailbox } from '../../testing/services/testMailbox.ts';
import { startMailServer } from '../../testing/services/mailServer.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { sendFormReceipt } from './forms.jobs.ts';

const address = 'https://portal.example';

async function setup(smtpUrl?: string) {
  const { folder, mailbox } = await testMailbox(smtpUrl);
  const portal = await testPortal({
    now: new Date('2026-06-10T18:05:00Z'),
    env: { SMTP_URL: smtpUrl ?? mailbox!.smtpUrl, PUBLIC_URL: address, OIDC_ISSUER: 'https://id.example' },
    issuer: { issuer: 'https://id.example' },
  });
  const form = aForm({ title: 'Expense claim\r\nBcc: x@y.test' });
  await portal.make.resource({ components: [form] });
  const mails = await openMailFolder(folder);
  return {
    ...portal,
    mailbox,
    /** Submits an entry as a person with this address. */
    async submit(email: string | null) {
      await portal.as('ana').call(getForm, { params: { formId: form.formId } });
      await portal.db.updateTable('users').set({ email }).where('subject', '=', 'ana').execute();
      const { entryId, isMailed } = await portal
        .as('ana')
        .call(
          submitEntry,
          { params: { formId: form.formId }, body: { values: { name: 'very-private-words' } } },
          { 'idempotency-key': String(email) },
        );
      expect(isMailed).toBe(email !== null);
      return entryId;
    },
    mails: async () => Promise.all((await mails.list()).map(async (id) => readMail((await mails.read(id))!))),
    isDue: async (entryId: string) =>
      (
        await portal.db
          .selectFrom('form_entries')
          .select('is_receipt_due')
          .where('id', '=', entryId)
          .executeTakeFirstOrThrow()
      ).is_receipt_due,
  };
}

test('the receipt states the form and time, links to the entry, reveals none of its values, and is sent once [FORM-013]', async () => {
  const { submit, runJobs, mails, parts } = await setup();
  const entryId = await submit('ana@portico.test');
  await runJobs();
  await sendFormReceipt({ entryId }, parts);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Received: Expense claim Bcc: x@y.test' });
  const text = JSON.stringify(mail);
  for (const part of ['Hello Ana Brandt,', 'June 10, 2026', '2:05', 'EDT', `${address}${entryPath(entryId)}`])
    expect(text).toContain(part);
  expect(text).not.toContain('very-private-words');
});

test('the receipt of what a delegate submitted goes to the person and names the delegate [DUTY-117]', async () => {
  const { submit, mails, ...portal } = await setup();
  const { runJobs, db } = portal;
  await submit('ana@portico.test');
  const idOf = async (subject: string) =>
    (await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id;
  await portal.as('nils').call(getCurrentUser, {});
  const terms = { scopes: ['Forms' as const], from: '2026-06-10', until: '2026-06-11' };
  await portal.as('ana').call(giveDelegation, { body: { ...terms, delegateId: await idOf('nils') } });
  const { formId } = await db.selectFrom('form_entries').select('form_id as formId').executeTakeFirstOrThrow();
  const entry = { params: { formId }, body: { values: { name: 'More' } } };
  await portal.as('nils').call(submitEntry, entry, { 'acting-for': await idOf('ana') });
  await db.updateTable('users').set({ email: 'ana@portico.test' }).where('subject', '=', 'ana').execute();
  await runJobs();
  const texts = (await mails()).map((mail) => JSON.stringify(mail));
  expect(texts).toHaveLength(2);
  expect(texts.filter((text) => text.includes('Nils Aldous submitted the form'))).toHaveLength(1);
  for (const text of texts) expect(text).toContain('Hello Ana Brandt,');
});

test('a person without an address gets no receipt, and an email to an unreachable mail server is retried [L1]', async () => {
  const unreachable = await setup(`smtp://127.0.0.1:${await freePort()}`);
  const without = await unreachable.submit(null);
  const waiting = await unreachable.submit('ana@portico.test');
  await unreachable.db.updateTable('users').set({ email: null }).where('subject', '=', 'ana').execute();
  await sendFormReceipt({ entryId: without }, unreachable.parts);
  expect(await unreachable.isDue(without)).toBe(false);
  await unreachable.db.updateTable('users').set({ email: 'ana@portico.test' }).where('subject', '=', 'ana').execute();
  await unreachable.runJobs();
  expect(await unreachable.isDue(waiting)).toBe(true);
  await expect(sendFormReceipt({ entryId: waiting }, unreachable.parts)).rejects.toThrow(
    'the mail server did not accept it',
  );
  expect(JSON.stringify(unreachable.logged)).not.toMatch(/ana@portico|very-private/);
});

test('a receipt that the mail server rejects is undeliverable [JOB-003]', async () => {
  const mailServer = await startMailServer({ replies: { 'MAIL FROM': '553 5.1.8 who is that' } });
  const { submit, runJobs, isDue, db } = await setup(mailServer.url);
  const entryId = await submit('ana@portico.test');
  await runJobs();
  expect(await isDue(entryId)).toBe(false);
  expect(await db.selectFrom('undeliverable_emails').select(['entry_id', 'event_id', 'reason']).execute()).toEqual([
    { entry_id: entryId, event_id: null, reason: 'the mail server did not accept it: EENVELOPE 553 MAIL FROM' },
  ]);
});
