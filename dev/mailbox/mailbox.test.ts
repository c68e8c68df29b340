import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { startMailbox } from './mailbox.ts';
import { openMailFolder } from './mailFolder.ts';

const invitation = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Test//EN',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'UID:1@portal.test',
  'SEQUENCE:3',
  'DTSTAMP:20260301T000000Z',
  'DTSTART:20260309T140000Z',
  'DTEND:20260309T153000Z',
  String.raw`SUMMARY:<b>Spring\, really</b>`,
  'LOCATION:Denver',
  'STATUS:CONFIRMED',
  'ORGANIZER:mailto:portal@portal.test',
  'ATTENDEE:mailto:ana@portico.test',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

async function mailbox() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-mailbox-'));
  const box = await startMailbox({ folder, port: 0 });
  onTestFinished(async () => {
    await box.close();
    await rm(folder, { recursive: true, force: true });
  });
  const send = async (mail: SendMailOptions) => {
    const transport = createTransport({ url: box.smtpUrl });
    await transport
      .sendMail({ from: 'portal@portal.test', to: 'ana@portico.test', subject: 'Hello', text: 'Text.', ...mail })
      .finally(() => transport.close());
  };
  const page = async (path: string) => {
    const answer = await fetch(`${box.address}${path}`);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { ...box, folder, send, page };
}

test('sent mail is listed newest first and shown with its invitation', async () => {
  const { send, page } = await mailbox();
  expect((await page('/')).text).toContain('No mail yet');
  await send({ subject: 'First' });
  await send({ subject: 'Second', icalEvent: { method: 'REQUEST', content: invitation, filename: 'invite.ics' } });
  const list = (await page('/')).text;
  expect(list.indexOf('Second')).toBeLessThan(list.indexOf('First'));
  expect(list).toContain('Invitation');
  const path = /href="(\/mail\/[^"]+)">Second/.exec(list)![1]!;
  const mail = await page(path);
  for (const part of [
    'Mon, Mar 9, 2026, 2:00 pm UTC',
    'Mon, Mar 9, 2026, 3:30 pm UTC',
    'Denver',
    'portal@portal.test',
    'ana@portico.test',
    '1@portal.test',
    'REQUEST',
    'Text.',
  ])
    expect(mail.text).toContain(part);
  expect(await page(`${path}.ics`)).toMatchObject({ status: 200, text: invitation });
  expect((await page(`${path}.eml`)).text).toContain('Subject: Second');
});

test('the content of a mail is shown as text, never as markup [X5]', async () => {
  const { send, page } = await mailbox();
  await send({
    subject: '<script>alert(1)</script>',
    text: '</pre><img src=x onerror=alert(1)>',
    icalEvent: { method: 'REQUEST', content: invitation },
  });
  const list = await page('/');
  const mail = await page(/href="(\/mail\/[^"]+)"/.exec(list.text)![1]!);
  for (const { text, headers } of [list, mail]) {
    expect(text).not.toMatch(/<script|<img|<b>/);
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
  }
  expect(mail.text).toContain('&#60;b&#62;Spring, really&#60;/b&#62;');
});

test('the mailbox rejects other host names, methods and paths', async () => {
  const { address, page } = await mailbox();
  const { port } = new URL(address);
  const asHost = (host: string) =>
    new Promise((done) => {
      request({ host: '127.0.0.1', port, headers: { host } }, (answer) => done(answer.resume().statusCode)).end();
    });
  expect(await asHost(`localhost:${port}`)).toBe(200);
  expect(await asHost('evil.test')).toBe(421);
  expect((await fetch(`${address}/`, { method: 'POST' })).status).toBe(405);
  for (const path of [
    '/mail/..%2f..%2fetc',
    '/mail/1',
    '/mail/0000000000000-00000000',
    '/mail/0000000000000-00000000.eml',
    '/other',
  ])
    expect((await page(path)).status, path).toBe(404);
});

test('the mailbox does not run in production', async () => {
  process.env['NODE_ENV'] = 'production';
  onTestFinished(() => void (process.env['NODE_ENV'] = 'test'));
  await expect(startMailbox({ folder: tmpdir(), port: 0 })).rejects.toThrow('Set SMTP_URL');
});

test('mail survives a restart of the mailbox, and only recent mail is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-mailbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await openMailFolder(folder);
  const ids = [];
  for (let index = 0; index < 501; index += 1) ids.push(await first.add(Buffer.from(`mail ${index}`)));
  const list = await (await openMailFolder(folder)).list();
  expect(list).toEqual(ids.slice(1).toReversed());
  expect(await first.read(ids[0]!)).toBeUndefined();
  expect((await first.read(ids[1]!))?.toString()).toBe('mail 1');
});

test('oversized and unreadable mail does not break the mailbox', async () => {
  const { send, page, smtpUrl } = await mailbox();
  await expect(send({ text: 'x'.repeat(11 * 1024 * 1024) })).rejects.toThrow();
  const socket = connect(Number(new URL(smtpUrl).port), '127.0.0.1');
  socket.write('NONSENSE\r\n');
  await new Promise((done) => socket.once('data', done));
  socket.resetAndDestroy();
  await send({ subject: 'Still here', icalEvent: { method: 'REQUEST', content: 'no calendar' } });
  await send({ subject: 'And here' });
  expect((await page('/')).text).toContain('And here');
});
