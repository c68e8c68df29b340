import { entryPath } from '@portico/contracts/forms';
import type { Config } from '../../config.ts';
import { DEFAULT_TIME_ZONE } from '../../content/details.ts';
import type { Mail } from '../../mail/sendMail.ts';

/** The email that confirms an entry: the form, the time and a link to the entry, but none of the answers. */
export function receiptMail(
  config: Config,
  {
    entryId,
    title,
    receivedAt,
    name,
    email,
  }: { entryId: string; title: string; receivedAt: string; name: string; email: string },
): Mail {
  const received = new Date(receivedAt).toLocaleString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: DEFAULT_TIME_ZONE,
    timeZoneName: 'short',
  });
  const lines = [
    name ? `Hello ${name},` : 'Hello,',
    '',
    `We received your entry for the form “${title}”.`,
    '',
    `Received: ${received}`,
    `View your entry: ${config.PUBLIC_URL}${entryPath(entryId)}`,
  ];
  return {
    to: { name, address: email },
    subject: `Received: ${title}`,
    text: `${lines.join('\n')}\n`,
    messageId: `entry-${entryId}@${new URL(config.PUBLIC_URL).hostname}`,
  };
}
