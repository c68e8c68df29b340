import type { NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import type { Config } from '../../config.ts';
import { PortalError } from '../../errors.ts';

/** Throws `invalid_input` for a notification channel that this portal does not offer. */
export function assertCanNotify({ SMTP_URL }: Config, notifyBy: readonly NotifyChannel[] = []): void {
  if (SMTP_URL !== undefined || !notifyBy.includes('Mail')) return;
  throw new PortalError('invalid_input', 'This portal has no mail server.', {
    issues: [{ path: 'notifyBy', message: 'Email needs a mail server' }],
  });
}
