import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import { mailBody, type MailBlock } from './mailBody.ts';
import { visibleText } from './visibleText.ts';
import { inSpan, serverAttributes } from '../telemetry/spans.ts';

const CONNECT_TIMEOUT_MS = 5000;
const SILENCE_TIMEOUT_MS = 15_000;
/** Below the socket's silence timeout, which would count as a failure of the connection. */
const IDLE_TIMEOUT_MS = 10_000;
const TIMEOUTS = {
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: SILENCE_TIMEOUT_MS,
};

/**
 * Replies to a client that must sign in or encrypt first: the settings are wrong, not the email. Source: RFC 4954, RFC
 * 3207.
 */
const SIGN_IN_FIRST = 530;

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  /** What it says between the greeting and the name of the portal. */
  blocks: MailBlock[];
  /** The page where the person can turn off emails like this one; mail programs link to it. Source: RFC 2369. */
  unsubscribe?: string;
  /** Without angle brackets. The same for every attempt, so that mail programs recognize a duplicate. */
  messageId: string;
  /** An iCalendar object, which mail programs show as an invitation or its cancellation. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** The mail server permanently rejects this email, its sender or its recipient, so a retry does not help. */
export class MailRejected extends Error {
  override name = 'MailRejected';
}

/** The connections of each configuration to its mail server: they stay open for the next email, and close when idle. */
const transports = new WeakMap<Config, Transporter>();

/**
 * Sends an email through the server of `SMTP_URL`. Resolves once the server has accepted it. Throws MailRejected, or an
 * Error if a retry may help. Neither contains an address.
 */
export async function sendMail(config: Config, mail: Mail): Promise<void> {
  if (config.SMTP_URL === undefined) throw new MailRejected('no mail server is configured');
  try {
    const transport = transportOf(config, config.SMTP_URL);
    await inSpan('mail send', { kind: 'client', attributes: serverAttributes(config.SMTP_URL) }, () =>
      transport.sendMail({
        from: { name: config.PRODUCT_NAME, address: config.MAIL_FROM },
        to: { name: oneLine(mail.to.name), address: mail.to.address },
        subject: oneLine(mail.subject),
        ...mailBody(config, { name: oneLine(mail.to.name), subject: oneLine(mail.subject), blocks: mail.blocks }),
        messageId: `<${mail.messageId}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribe === undefined ? {} : { 'List-Unsubscribe': `<${mail.unsubscribe}>` }),
        },
        ...(mail.calendar ? { icalEvent: { ...mail.calendar, filename: 'invite.ics' } } : {}),
      }),
    );
  } catch (error) {
    throw withoutAddresses(error);
  }
}

function transportOf(config: Config, url: string): Transporter {
  const known = transports.get(config);
  if (known) return known;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: config.MAIL_CONNECTIONS,
    idleTimeout: IDLE_TIMEOUT_MS,
    // The job queue retries.
    maxRequeues: 0,
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transports.set(config, transport);
  return transport;
}

/** Connects to a mail server and signs in, without sending anything. Throws if that fails. */
export async function tryMailServer(url: string, { requireTLS = false } = {}): Promise<void> {
  const transport = createTransport({ url, requireTLS, forceAuth: URL.parse(url)?.username !== '', ...TIMEOUTS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Closes the connections to the mail server; the next email opens new ones. */
export function closeMailConnections(config: Config): void {
  transports.get(config)?.close();
  transports.delete(config);
}

/** Replaces line breaks with spaces, so that a value cannot start another header. */
function oneLine(text: string): string {
  return visibleText(text).replace(/[\n\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Servers repeat the recipient in their replies, so only the codes are used. */
function withoutAddresses(error: unknown): Error {
  const {
    code = 'unknown',
    responseCode = 0,
    command = '',
  } = Object(error) as { code?: string; responseCode?: number; command?: string };
  const reason = `the mail server did not accept it: ${code} ${responseCode} ${command}`.trim();
  const isRejected =
    (['MAIL FROM', 'RCPT TO', 'DATA'].includes(command) && responseCode >= 500 && responseCode !== SIGN_IN_FIRST) ||
    (code === 'EENVELOPE' && command === 'API');
  return isRejected ? new MailRejected(reason) : new Error(reason);
}
