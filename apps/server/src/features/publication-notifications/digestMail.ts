import { DAILY_EMAIL_PATH } from '@portico/contracts/notifications';
import type { Config } from '../../config.ts';
import type { Mail } from '../../mail/sendMail.ts';
import type { DigestRow } from './digest.queries.ts';

/** The daily email: what was published for this person, what they must confirm, and how to turn the email off. */
export function digestMail(
  config: Config,
  { name, email, items, duties, userId, digestAt }: DigestRow & { email: string; userId: string; digestAt: string },
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
        : [{ title: 'Confirmations', text: dutiesLabel(duties), href: `${config.PUBLIC_URL}/duties` }]),
      { facts: [['Turn off this email', settingAddress]] },
    ],
    unsubscribe: settingAddress,
    messageId: `digest-${Date.parse(digestAt)}-${userId}@${new URL(config.PUBLIC_URL).hostname}`,
  };
}

const dutiesLabel = ({ open, overdue }: DigestRow['duties']): string =>
  `${open} to confirm${overdue === 0 ? '' : `, ${overdue} overdue`}`;
