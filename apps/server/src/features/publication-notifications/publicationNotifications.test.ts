import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@portico/contracts/durations';
import { startMailbox } from '@portico/dev-mailbox/mailbox';
import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { readMail } from '@portico/dev-mailbox/readMail';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeNotificationBanner, getHome } from '@portico/contracts/home';
import { getDailyEmail, listNotices, listNotifications, setDailyEmail } from '@portico/contracts/notifications';
import { countAudience } from '@portico/contracts/studio/audience';
import type { Change } from '@portico/contracts/studio/draft';
import { addToRelease, createRelease } from '@portico/contracts/studio/releases';
import type { NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import { archiveStudioItem, listStudioRevisions, unscheduleStudioItem } from '@portico/contracts/studio/studio';
import { addJob } from '../../jobs/queue.ts';
import { studioActions, titled } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { queueDigests } from './digest.jobs.ts';
import { notifyReaders } from './notifyReaders.ts';

const ISSUER = 'https://id.example';
/** Ten in the morning in New York. */
const MORNING = new Date('2026-06-10T14:00:00Z');
const HYBRID: Change = { do: 'field', name: 'audience', value: ['AdvisorHybrid'] };

async function setup(env: Record<string, string> = {}) {
  const portal = await testPortal({ now: MORNING, env: { ...env, OIDC_ISSUER: ISSUER }, issuer: { issuer: ISSUER } });
  const edda = () => portal.as('edda');
  const notices = async (name: string) => (await portal.as(name).call(listNotifications, {})).map(({ title }) => title);
  const banner = async (name: string) => (await portal.as(name).call(getHome, {})).notificationBanner;
  const inHours = (hours: number) => new Date(portal.clock.now.getTime() + hours * HOUR_MS).toISOString();
  const pass = async (hours: number) => {
    portal.clock.now = new Date(portal.clock.now.getTime() + hours * HOUR_MS);
    await addJob(portal.db, 'publish-due', {});
    await portal.runJobs();
    await notifyReaders({}, portal.parts);
  };
  // People only get notices from shortly before their first sign-in on.
  for (const name of ['ana', 'cora']) await notices(name);
  await portal.db.updateTable('users').set({ created_at: '2026-01-01T00:00:00Z' }).execute();
  return { ...portal, edda, notices, banner, inHours, pass, ...studioActions(edda) };
}

/** A portal with a mail server, whose emails `digest` returns. */
async function setupWithMail(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-mailbox-'));
  const mailbox = await startMailbox({ folder, port: 0 });
  onTestFinished(async () => {
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  });
  const portal = await setup({ ...env, SMTP_URL: mailbox.smtpUrl, PUBLIC_URL: 'https://portal.example' });
  const folderOfMails = await openMailFolder(folder);
  const mails = async () =>
    Promise.all((await folderOfMails.list()).map(async (id) => readMail((await folderOfMails.read(id))!)));
  const digest = async () => {
    await queueDigests({}, portal.parts);
    await portal.runJobs();
    return mails();
  };
  /** The identity provider sends no addresses, so each new token clears the address. */
  const giveAddresses = async () => {
    for (const name of ['ana', 'cora'])
      await portal.db
        .updateTable('users')
        .set({ email: `${name}@portico.test` })
        .where('subject', '=', name)
        .execute();
  };
  await giveAddresses();
  return { ...portal, digest, giveAddresses };
}

describe('an editor who publishes', () => {
  test('notifies nobody unless they choose to [STUDIO-260]', async () => {
    const { write, publish, runJobs, notices, banner } = await setup();
    await publish(await write('Quiet'));
    await runJobs();
    expect([await notices('ana'), await banner('ana')]).toEqual([[], null]);
  });

  test('notifies exactly those who see the item, once, by notice and banner, which disappear with the item [STUDIO-260, STUDIO-261]', async () => {
    const { write, publish, runJobs, parts, notices, banner, edda, open, db, as } = await setup();
    const itemId = await write('Rates rise', [HYBRID]);
    await publish(itemId, { notifyBy: ['Notice', 'Banner'] });
    await runJobs();
    await notifyReaders({}, parts);
    expect([await notices('ana'), await notices('cora')]).toEqual([['Rates rise'], []]);
    expect(await banner('ana')).toMatchObject({
      title: 'Rates rise',
      link: { text: 'Read more', href: `/news/${itemId}` },
    });
    expect(await banner('cora')).toBeNull();
    const { items } = await edda().call(listNotices, { query: {} });
    expect(items).toMatchObject([{ title: 'Rates rise', reached: 1, read: null, audience: ['AdvisorHybrid'] }]);
    const [revision] = (await edda().call(listStudioRevisions, { params: { itemId } })).items;
    expect(revision).toMatchObject({ notifyBy: ['Notice', 'Banner'] });
    const notified = db.selectFrom('audit_log').select('details').where('action', '=', 'news.notified');
    expect(await notified.execute()).toEqual([{ details: { revision: 1, by: 'Notice Banner' } }]);

    const { id } = (await banner('ana'))!;
    expect(await as('cora').fail(closeNotificationBanner, { params: { notificationBannerId: id } })).toMatchObject({
      status: 404,
    });
    await as('ana').call(closeNotificationBanner, { params: { notificationBannerId: id } });
    expect(await banner('ana')).toBeNull();

    const { version } = await open(itemId);
    await edda().call(archiveStudioItem, { params: { itemId }, body: { version } });
    expect(await notices('ana')).toEqual([]);
  });

  test('can show a banner about an item, which replaces the banner of the dashboard for seven days [STUDIO-261]', async () => {
    const { write, publish, make, pass, banner } = await setup();
    const own = { id: 'own', kind: 'Tip', title: 'Of the page' } as const;
    await make.home({ notificationBanner: own });
    await publish(await write('First'), { notifyBy: ['Banner'] });
    await pass(1);
    await publish(await write('Second'), { notifyBy: ['Banner'] });
    await pass(1);
    expect(await banner('ana')).toMatchObject({ title: 'Second' });
    await pass(7 * 24);
    expect(await banner('ana')).toMatchObject({ title: 'Of the page' });
  });

  test('cannot choose email without a mail server, or an unknown or repeated channel [STUDIO-260]', async () => {
    const { write, edda, open, publish } = await setup();
    const itemId = await write('By mail');
    await expect(publish(itemId, { notifyBy: ['Mail'] })).rejects.toThrow(/no mail server/);
    await expect(publish(itemId, { notifyBy: ['Pigeon' as NotifyChannel] })).rejects.toThrow();
    await expect(publish(itemId, { notifyBy: ['Notice', 'Notice'] })).rejects.toThrow();
    expect(await open(itemId)).toMatchObject({ state: 'Draft' });
    const release = { id: randomUUID(), name: 'July', goesLiveAt: null };
    await edda().call(createRelease, { body: release });
    const body = { items: [{ itemId }], notifyBy: ['Mail' as const] };
    expect(await edda().fail(addToRelease, { params: { releaseId: release.id }, body })).toMatchObject({ status: 400 });
  });
});

describe('the choice to notify readers', () => {
  test('takes effect on the date of a new item or a new version, not before [STUDIO-262]', async () => {
    const { write, change, publish, inHours, pass, notices } = await setup();
    await publish(await write('Dated'), { goesLiveAt: inHours(2), notifyBy: ['Notice'] });
    const live = await write('Before');
    await publish(live);
    await change(live, [titled('After')]);
    await publish(live, { goesLiveAt: inHours(3), notifyBy: ['Notice'] });
    await pass(1.9);
    expect(await notices('ana')).toEqual([]);
    await pass(0.1);
    expect(await notices('ana')).toEqual(['Dated']);
    await pass(1);
    expect(await notices('ana')).toEqual(['After', 'Dated']);
  });

  test('queues its job for the publication time of a new item [STUDIO-262]', async () => {
    const { write, publish, inHours, parts } = await setup();
    const at = inHours(2);
    await publish(await write('Dated'), { goesLiveAt: at, notifyBy: ['Notice'] });
    const { rows } = await parts.pool.query<{ run_at: string }>(
      `select run_at from graphile_worker.jobs where key = 'notify-readers:${at}'`,
    );
    expect(rows.map(({ run_at }) => new Date(run_at).toISOString())).toEqual([at]);
  });

  test('applies when a release goes live, and is dropped when the item is unscheduled [STUDIO-262]', async () => {
    const { write, change, publish, edda, inHours, pass, notices } = await setup();
    const together = await write('Together');
    const release = { id: randomUUID(), name: 'July', goesLiveAt: inHours(2) };
    await edda().call(createRelease, { body: release });
    const body = { items: [{ itemId: together }], notifyBy: ['Notice' as const] };
    await edda().call(addToRelease, { params: { releaseId: release.id }, body });
    const called = await write('Called off');
    await publish(called);
    await change(called, [titled('Later')]);
    await publish(called, { goesLiveAt: inHours(2), notifyBy: ['Notice'] });
    await edda().call(unscheduleStudioItem, { params: { itemId: called } });
    await publish(called);
    await pass(2);
    expect(await notices('ana')).toEqual(['Together']);
  });
});

describe('the daily email', () => {
  test('says how much the person must confirm, with a link to it [DUTY-040]', async () => {
    const { write, publish, pass, digest, clock } = await setupWithMail();
    const asking = (dueDate: string): Change => ({
      do: 'insert',
      place: { tree: 'components', parent: null, after: null },
      component: { id: 'ask', type: 'Confirmation', statement: 'I have read it.', dueDate },
    });
    await publish(await write('Rates rise', [asking('2026-06-10')]), { notifyBy: ['Mail'] });
    await publish(await write('Travel', [HYBRID, asking('2026-06-20')]));
    await pass(0);
    clock.now = new Date('2026-06-11T11:03:00Z');
    const mails = await digest();
    const to = (address: string) => JSON.stringify(mails.find((mail) => JSON.stringify(mail).includes(address)));
    expect(to('ana@portico.test')).toContain('Confirmations\\n2 to confirm, 1 overdue\\nhttps://portal.example/duties');
    expect(to('cora@portico.test')).toContain('Confirmations\\n1 to confirm, 1 overdue\\n');
  });

  test('is sent at seven in the morning, once, to everyone with an address who may see at least one item [STUDIO-263]', async () => {
    const { write, publish, pass, digest, clock } = await setupWithMail();
    const forHybrid = await write('Rates rise', [HYBRID, { do: 'field', name: 'description', value: 'From July on.' }]);
    await publish(forHybrid, { notifyBy: ['Mail'] });
    await publish(await write('For all'), { notifyBy: ['Mail'] });
    await publish(await write('Quiet'));
    await pass(0);
    expect(await digest()).toEqual([]);
    clock.now = new Date('2026-06-11T10:59:00Z');
    expect(await digest()).toEqual([]);
    clock.now = new Date('2026-06-11T11:03:00Z');
    const mails = await digest();
    const to = (address: string) => mails.find((mail) => JSON.stringify(mail).includes(address));
    expect(to('ana@portico.test')).toMatchObject({ subject: 'New for you: 2 items' });
    expect(JSON.stringify(to('ana@portico.test'))).toContain(
      `Rates rise\\nFrom July on.\\nhttps://portal.example/news/${forHybrid}`,
    );
    expect(to('cora@portico.test')).toMatchObject({ subject: 'New: For all' });
    expect(JSON.stringify(to('cora@portico.test'))).not.toContain('Rates');
    expect(JSON.stringify(mails)).not.toContain('Quiet');
    await pass(24);
    expect(await digest()).toHaveLength(mails.length);
  });

  test('is sent at seven in the firm’s time zone [STUDIO-263, OPS-485]', async () => {
    const { write, publish, pass, digest, clock } = await setupWithMail({ FIRM_TIME_ZONE: 'America/Denver' });
    await publish(await write('For all'), { notifyBy: ['Mail'] });
    await pass(0);
    clock.now = new Date('2026-06-11T12:59:00Z');
    expect(await digest()).toEqual([]);
    clock.now = new Date('2026-06-11T13:03:00Z');
    expect((await digest()).map(({ subject }) => subject)).toContain('New: For all');
  });

  test('leaves out people without an address [STUDIO-263]', async () => {
    const { write, publish, pass, digest, clock, db, parts } = await setupWithMail();
    await db.updateTable('users').set({ email: null }).where('subject', '=', 'cora').execute();
    await publish(await write('For all'), { notifyBy: ['Mail'] });
    await pass(0);
    clock.now = new Date('2026-06-11T11:03:00Z');
    await queueDigests({}, parts);
    const receivers = await db
      .selectFrom('digest_mails')
      .innerJoin('users', 'users.id', 'digest_mails.user_id')
      .select('subject')
      .execute();
    expect(receivers).toEqual([{ subject: 'ana' }]);
    const mails = JSON.stringify(await digest());
    expect(mails).toContain('ana@portico.test');
    expect(mails).not.toContain('cora@portico.test');
  });

  test('leaves out items archived before it is sent [STUDIO-263]', async () => {
    const { write, publish, open, edda, pass, digest, clock } = await setupWithMail();
    const itemId = await write('Mistake');
    await publish(itemId, { notifyBy: ['Mail'] });
    await pass(0);
    const { version } = await open(itemId);
    await edda().call(archiveStudioItem, { params: { itemId }, body: { version } });
    clock.now = new Date('2026-06-11T11:03:00Z');
    expect(await digest()).toEqual([]);
  });

  test('counts its recipients, who need an address, before publication [STUDIO-260]', async () => {
    const body = { audience: ['AdvisorHybrid' as const], audienceRule: { include: {}, exclude: {} } };
    const { edda, db } = await setupWithMail();
    const count = async () => (await edda().call(countAudience, { body })).reachedByMail;
    expect(await count()).toBe(1);
    await db.updateTable('users').set({ email: null }).where('subject', '=', 'ana').execute();
    expect(await count()).toBe(0);
    const without = await setup();
    expect(await without.edda().call(countAudience, { body })).toMatchObject({ reachedByMail: null });
  });

  test('is not sent to a person who turned it off, even if it is already queued, until they turn it on again [NOTIF-037]', async () => {
    const { write, publish, pass, digest, clock, as, edda, runJobs, parts, giveAddresses } = await setupWithMail();
    const turn = async (isOn: boolean) => {
      const answer = await as('ana').call(setDailyEmail, { body: { isOn } });
      await giveAddresses();
      return answer;
    };
    const toAna = async () =>
      (await digest()).filter((mail) => mail.to.includes('ana@portico.test')).map(({ subject }) => subject);
    const publishAndPass = async (title: string, at: string) => {
      await publish(await write(title), { notifyBy: ['Mail'] });
      await pass(0);
      clock.now = new Date(at);
    };
    const reachedByMail = async () => {
      const body = { audience: [], audienceRule: { include: {}, exclude: {} } };
      return (await edda().call(countAudience, { body })).reachedByMail;
    };
    const everyone = (await reachedByMail())!;
    expect(await as('ana').call(getDailyEmail, {})).toEqual({ isOn: true, isAvailable: true });
    expect(await turn(false)).toEqual({ isOn: false, isAvailable: true });
    expect(await as('cora').call(getDailyEmail, {})).toEqual({ isOn: true, isAvailable: true });
    expect(await reachedByMail()).toBe(everyone - 1);
    await publishAndPass('While off', '2026-06-11T11:03:00Z');
    expect(await toAna()).toEqual([]);
    expect((await digest()).map(({ subject }) => subject)).toContain('New: While off');

    await turn(true);
    await publishAndPass('Queued', '2026-06-12T11:03:00Z');
    await queueDigests({}, parts);
    await turn(false);
    await runJobs();
    expect(await toAna()).toEqual([]);

    await turn(true);
    await publishAndPass('On again', '2026-06-13T11:03:00Z');
    expect(await toAna()).toEqual(['New: On again']);
  });

  test('links to the setting that turns it off, for people and for mail programs [NOTIF-037]', async () => {
    const { write, publish, pass, digest, clock } = await setupWithMail();
    await publish(await write('For all'), { notifyBy: ['Mail'] });
    await pass(0);
    clock.now = new Date('2026-06-11T11:03:00Z');
    const [mail] = await digest();
    const address = 'https://portal.example/notifications?show=daily-email';
    expect(mail!.text.split('\n')).toContain(`Turn off this email: ${address}`);
    expect(mail!.headers).toContainEqual({ key: 'list-unsubscribe', value: `<${address}>` });
  });

  test('is not available without a mail server or an address [NOTIF-037]', async () => {
    const { as, db } = await setupWithMail();
    await db.updateTable('users').set({ email: null }).where('subject', '=', 'ana').execute();
    expect(await as('ana').call(getDailyEmail, {})).toEqual({ isOn: true, isAvailable: false });
    const without = await setup();
    await without.db.updateTable('users').set({ email: 'ana@portico.test' }).where('subject', '=', 'ana').execute();
    expect(await without.as('ana').call(getDailyEmail, {})).toEqual({ isOn: true, isAvailable: false });
  });
});
