import { expect, onTestFinished, test } from 'vitest';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import { loadConfig, type Config } from '../config.ts';
import { startMailServer } from '../testing/services/mailServer.ts';
import { closeMailConnections, MailRejected, sendMail } from './sendMail.ts';

const mail = (messageId: string) => ({
  to: { name: 'Ana', address: 'ana@portico.test' },
  subject: 'Hello',
  blocks: [{ text: 'Hello' }],
  messageId,
});

function configFor(url: string): Config {
  const config = loadConfig({
    DATABASE_URL: 'postgres://nobody@localhost/none',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'portal',
    SMTP_URL: url,
    MAIL_CONNECTIONS: '4',
  });
  onTestFinished(() => closeMailConnections(config));
  return config;
}

test('emails share as many connections as configured, and are sent concurrently [JOB-004]', async () => {
  const { url, seen } = await startMailServer({ delayMs: 50 });
  const config = configFor(url);
  await Promise.all(Array.from({ length: 20 }, (_, index) => sendMail(config, mail(`${index}@portal.example`))));
  expect(seen).toEqual({ connections: 4, atOnce: 0, mostAtOnce: 4, emails: 20 });
});

test.for([
  ['MAIL FROM', '550 no such sender'],
  ['RCPT TO', '550 no such mailbox'],
  ['DATA', '554 no'],
  ['.', '552 too large'],
])('a reply to %s of %s means that the email is undeliverable [JOB-003]', async ([command, reply]) => {
  const { url } = await startMailServer({ replies: { [command!]: reply! } });
  await expect(sendMail(configFor(url), mail('a@portal.example'))).rejects.toThrow(MailRejected);
});

test.for([
  ['MAIL FROM', '530 sign in first'],
  ['RCPT TO', '451 later'],
  ['.', '421 closing'],
  ['EHLO', '554 not you'],
])('a reply to %s of %s makes the queue retry [JOB-003]', async ([command, reply]) => {
  const { url } = await startMailServer({
    replies: { [command!]: reply!, ...(command === 'EHLO' ? { HELO: reply! } : {}) },
  });
  const failure = await sendMail(configFor(url), mail('a@portal.example')).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(MailRejected);
});

test('emails reach addresses with every character that is allowed without quotes [BASE-030]', async () => {
  const { url, recipients } = await startMailServer();
  const config = configFor(url);
  const addresses = ['r&d@example.com', "o'brien&sons@example.com", 'a+b/c=d!#$%*?^_`{|}~@example.com'];
  for (const address of addresses) {
    expect(isEmailAddress(address), address).toBe(true);
    await sendMail(config, { ...mail(`${recipients.length}@portal.example`), to: { name: 'R & D', address } });
  }
  expect(recipients).toEqual(addresses);
});
