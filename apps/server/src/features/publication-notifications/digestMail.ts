import { DAILY_EMAIL_PATH } from '@portico/contracts/notifications';
import type { Config } from '../../config.ts';
import type { Mail } from '../../mail/sendMail.ts';
import type { DigestRow } from './digest.queries.ts';

/** The daily email: what was published for this person, what they must confirm or earn, and how to turn it off. */
export function digestMail(
  config: Config,
  {
    name,
    email,
    items,
    duties,
    credits,
    userId,
    digestAt,
  }: DigestRow & { email: string; userId: string; digestAt: string },
): Mail {
  const settingAddress = `${config.PUBLIC_URL}${DAILY_EMAIL_PATH}`;
  return {
    to: { name, address: email },
    subject: items.length === 1 ? `New: ${items[0]!.title}` : `New for you: ${items.length} items`,
    blocks: [
      { text: `New for you in ${config.PRODUCT_NAME}:` },
      ...items.map(({ title, description, path }) => ({
        title,
        text: description,
        href: `${config.PUBLIC_URL}${path}`,
      })),
      ...(duties.open === 0
        ? []
        : [
            {
              title: credits === 0 ? 'Confirmations' : 'Confirmations and credits',
              text: dutiesLabel(duties, credits > 0),
              href: `${config.PUBLIC_URL}/duties`,
            },
          ]),
      { facts: [['Turn off this email', settingAddress]] },
    ],
    unsubscribe: settingAddress,
    messageId: `digest-${Date.parse(digestAt)}-${userId}@${new URL(config.PUBLIC_URL).hostname}`,
  };
}

const dutiesLabel = ({ open, overdue }: DigestRow['duties'], hasCredits: boolean): string =>
  `${open} to confirm${hasCredits ? ' or earn' : ''}${overdue === 0 ? '' : `, ${overdue} overdue`}`;
