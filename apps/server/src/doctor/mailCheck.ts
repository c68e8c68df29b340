import type { Config } from '../config.ts';
import { tryMailServer } from '../mail/sendMail.ts';
import { isLoopback } from '../settings/settingParsers.ts';
import { reasonOf } from '../errors.ts';
import { codeOf, networkAdvice, notesOn, type Finding } from './findings.ts';

/** Connects to the mail server and signs in; sends nothing. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const notes = notesOn('mail');
  const url = config.SMTP_URL;
  if (url === undefined) {
    notes.warn('SMTP_URL is not set: invitations and receipts are not sent.', 'Set it to your mail server.');
    return notes.findings;
  }
  const { protocol, host, hostname, username } = new URL(url);
  try {
    await tryMailServer(url);
  } catch (error) {
    notes.fail(
      `${host} cannot be used: ${reasonOf(error)}.`,
      codeOf(error) === 'EAUTH'
        ? 'Correct the username and password in SMTP_URL; special characters must be percent-encoded.'
        : networkAdvice(
            rootOf(error),
            'Check the host and port: usually smtp://…:587, or smtps://…:465 for implicit TLS.',
          ),
    );
    return notes.findings;
  }
  notes.ok(`${host} responds${username === '' ? '' : ' and accepts the login'}.`);
  if (protocol === 'smtps:' || isLoopback(hostname)) return notes.findings;
  await tryMailServer(url, { requireTLS: true }).then(
    () => notes.ok('The connection is encrypted.'),
    () =>
      notes.warn(
        `${host} does not offer encryption, so email and the password can be read in transit.`,
        'Enable STARTTLS on the mail server, or use smtps://.',
      ),
  );
  return notes.findings;
}

/** Nodemailer uses its own codes and puts the system's into `errno` and the message. */
const rootOf = (error: unknown): unknown => {
  const code = /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)\b/.exec(reasonOf(error))?.[0];
  return code === undefined ? error : { code };
};
