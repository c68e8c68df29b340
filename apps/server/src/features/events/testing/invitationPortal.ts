import { inviteMe, setRegistration } from '@portico/contracts/events';
import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { readMail } from '@portico/dev-mailbox/readMail';
import type { MadeContent } from '../../../testing/contentMaker.ts';
import { testMailbox } from '../../../testing/services/testMailbox.ts';
import { testPortal } from '../../../testing/testPortal.ts';
import { draft, now } from './springConference.ts';

const emails: Record<string, string | null> = { ana: 'ana@portico.test', cora: 'cora@portico.test', nils: null };

/** A portal with one event, and helpers for what people and editors do about invitations to it. */
export async function invitationPortal({ smtpUrl, env = {} }: { smtpUrl?: string; env?: Record<string, string> } = {}) {
  const { folder, mailbox } = await testMailbox(smtpUrl);
  const portal = await testPortal({
    now,
    env: {
      ...env,
      SMTP_URL: smtpUrl ?? mailbox!.smtpUrl,
      PUBLIC_URL: 'https://portal.example',
      OIDC_ISSUER: 'https://id.example',
      METRICS_TOKEN: 'metrics',
    },
    issuer: { issuer: 'https://id.example' },
  });
  const { db, clock, as, runJobs } = portal;
  const mails = await openMailFolder(folder);
  const eventId = await portal.make.event(draft);
  /** Each new token updates the person from its claims, which contain no address. */
  const signIn = async () => {
    for (const [name, email] of Object.entries(emails)) {
      await as(name).fail(inviteMe, { params: { eventId: '00000000-0000-4000-8000-000000000000' } });
      await db.updateTable('users').set({ email }).where('subject', '=', name).execute();
    }
  };
  await signIn();
  let read = 0;
  return {
    ...portal,
    eventId,
    mailbox,
    folder,
    invite: (name: string) => as(name).call(inviteMe, { params: { eventId } }),
    set: (name: string, registrationStatus: 'Registered' | 'Unregistered') =>
      as(name).call(setRegistration, { params: { eventId }, body: { registrationStatus } }),
    change: (change: MadeContent) => portal.make.republish(eventId, { ...draft, ...change }),
    unpublish: () => portal.make.withdraw(eventId),
    /** Runs all due jobs and returns the emails since the previous call, oldest first. */
    newMail: async () => {
      await runJobs();
      const ids = (await mails.list()).toReversed().slice(read);
      read += ids.length;
      return Promise.all(ids.map(async (id) => readMail((await mails.read(id))!)));
    },
    async passMinutes(minutes: number) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
      await signIn();
    },
    waitingJobs: () => db.selectFrom('event_invitations').select(['is_due', 'sent_at']).execute(),
  };
}
