import { entryPath } from '@portico/contracts/forms';
import { clockLabel, timeZoneLabel } from '@portico/contracts/times';
import type { Config } from '../../config.ts';
import type { Mail } from '../../mail/sendMail.ts';

/** The email that confirms an entry: the form, the time and a link to the entry, but none of the answers. */
export function receiptMail(
  config: Config,
  {
    entryId,
    title,
    receivedAt,
    isCorrection = false,
    sentBy = null,
    name,
    email,
  }: {
    entryId: string;
    title: string;
    receivedAt: string;
    isCorrection?: boolean;
    /** The delegate who submitted it for the person. */
    sentBy?: string | null;
    name: string;
    email: string;
  },
): Mail {
  const zone = config.FIRM_TIME_ZONE;
  const day = new Date(receivedAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: zone });
  const received = `${day}, ${clockLabel(receivedAt, zone)} ${timeZoneLabel(receivedAt, zone)}`;
  return {
    to: { name, address: email },
    subject: `Received: ${title}`,
    blocks: [
      {
        text:
          sentBy === null
            ? `We received your entry for the form “${title}”.`
            : `${sentBy} submitted the form “${title}” in your name.`,
      },
      {
        facts: [
          ['Received', received],
          ['View your entry', `${config.PUBLIC_URL}${entryPath(entryId)}`],
        ],
      },
    ],
    messageId: `entry-${entryId}${isCorrection ? `-${new Date(receivedAt).getTime()}` : ''}@${new URL(config.PUBLIC_URL).hostname}`,
  };
}
