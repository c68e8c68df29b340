import { createTransport } from 'nodemailer';
import { z } from 'zod/mini';
import type { Config } from '../config.ts';

const CONNECT_TIMEOUT_MS = 5000;
const SILENCE_TIMEOUT_MS = 15_000;

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** Without angle brackets. The same for every attempt, so that a mail that arrives twice is known for one. */
  messageId: string;
  /** An iCalendar object; mail programs show it as an invitation or its cancellation. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** The mail server takes this mail or its recipient at no time: trying again does not help. */
export class MailRejected extends Error {
  override name = 'MailRejected';
}

const Address = z.string().check(z.maxLength(254), z.email());

/** True for one plain address: not a list, a group or anything that would need quoting. */
export function isMailAddress(text: string | null): text is string {
  return text !== null && z.safeParse(Address, text).success;
}

/**
 * Hands a mail to the server of `SMTP_URL`. Resolves when that has taken it. Throws MailRejected, or an Error when trying again
 * later may help; neither names an address.
 */
export async function sendMail(config: Config, mail: Mail): Promise<void> {
  if (config.SMTP_URL === undefined) throw new MailRejected('there is no mail server');
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: { name: config.PRODUCT_NAME, address: config.MAIL_FROM },
      to: { name: oneLine(mail.to.name), address: mail.to.address },
      subject: oneLine(mail.subject),
      text: mail.text,
      messageId: `<${mail.messageId}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(mail.calendar ? { icalEvent: { ...mail.calendar, filename: 'invite.ics' } } : {}),
    });
  } catch (error) {
    throw withoutAddresses(error);
  } finally {
    transport.close();
  }
}

/** What goes into a header must not begin another one. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Servers repeat the recipient in what they answer; the code says enough. */
function withoutAddresses(error: unknown): Error {
  const {
    code = 'unknown',
    responseCode = 0,
    command = '',
  } = Object(error) as { code?: string; responseCode?: number; command?: string };
  const reason = `the mail server did not take it: ${code} ${responseCode} ${command}`.trim();
  const isRefused =
    (['RCPT TO', 'DATA'].includes(command) && responseCode >= 500) || (code === 'EENVELOPE' && command === 'API');
  return isRefused ? new MailRejected(reason) : new Error(reason);
}
