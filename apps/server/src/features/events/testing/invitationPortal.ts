import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inviteMe, setRegistration } from '@portico/contracts/events';
import { startMailbox } from '@portico/dev-mailbox/mailbox';
import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { readMail } from '@portico/dev-mailbox/readMail';
import { onTestFinished } from 'vitest';
import type { ContentDraft } from '../../../content/publication.ts';
import { testPortal } from '../../../testing/testPortal.ts';

export const now = new Date('2026-06-10T12:00:00Z');
export const draft: ContentDraft = {
  header: 'Spring conference',
  description: 'Two hours about rates.',
  categories: [],
  audience: [],
  publishedAt: '2026-06-01T00:00:00Z',
  expiresAt: null,
  startsAt: '2026-06-11T14:00:00Z',
  endsAt: '2026-06-11T16:00:00Z',
  authorDepartment: null,
  creatorInfo: { kind: 'System' },
  image: null,
  components: [],
  details: {
    locationType: 'InPerson',
    location: 'Hall 2, Denver',
    timeZone: 'America/Denver',
    speakers: ['Ida Berg'],
    registration: { capacity: 1 },
  },
};
const emails: Record<string, string | null> = { ana: 'ana@portico.test', cora: 'cora@portico.test', nils: null };

/** A portal with an event, and what people and editors do about invitations to it. */
export async function invitationPortal({ smtpUrl }: { smtpUrl?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-mailbox-'));
  const mailbox = smtpUrl === undefined ? await startMailbox({ folder, port: 0 }) : undefined;
  onTestFinished(async () => {
    await mailbox?.close();
    await rm(folder, { recursive: true, force: true });
  });
  const portal = await testPortal({
    now,
    env: {
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
  /** Every new token brings its own claims, without an address. */
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
    change: (change: Partial<ContentDraft>) => portal.make.republish(eventId, { ...draft, ...change }),
    takeBack: () => portal.make.withdraw(eventId),
    /** What has come since the last look, the first one first, after all jobs that are due. */
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
