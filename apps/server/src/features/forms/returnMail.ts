import { entryPath } from '@portico/contracts/forms';
import type { Config } from '../../config.ts';
import type { Mail } from '../../mail/sendMail.ts';

interface Returned {
  entryId: string;
  title: string;
  note: string;
  returnedAt: string;
  name: string;
  email: string;
}

/** The email about an entry that came back: what to change and a link to the entry, but none of the answers. */
export function returnMail(config: Config, { entryId, title, note, returnedAt, name, email }: Returned): Mail {
  return {
    to: { name, address: email },
    subject: `Please correct: ${title}`,
    blocks: [
      { text: `Your entry for the form “${title}” came back. Please correct it and send it again.` },
      { text: note },
      { facts: [['Correct your entry', `${config.PUBLIC_URL}${entryPath(entryId)}`]] },
    ],
    messageId: `return-${entryId}-${new Date(returnedAt).getTime()}@${new URL(config.PUBLIC_URL).hostname}`,
  };
}
