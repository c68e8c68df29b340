import { ApiError } from '@portico/client/ApiError';
import { inviteMe } from '@portico/contracts/events';
import { Button } from '@portico/ui/Button';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useMutation } from '@tanstack/react-query';
import MailCheck from 'lucide-react/icons/mail-check';
import MailPlus from 'lucide-react/icons/mail-plus';
import { call } from '../../../api/call.ts';
import { t } from '../../../locale/text.ts';
import styles from './InviteMeButton.module.css';

/** Emails the reader a calendar invitation and announces the result. */
export function InviteMeButton({ eventId, isInert = false }: { eventId: string; isInert?: boolean }) {
  const invitation = useMutation({ mutationFn: () => call(inviteMe, { params: { eventId } }) });
  return (
    <div className={styles.invite}>
      <Button size="small" pending={invitation.isPending} isDisabled={isInert} onPress={() => invitation.mutate()}>
        <MailPlus aria-hidden="true" />
        {t('events.mailInvitation')}
      </Button>
      <p role="status" className={styles.outcome}>
        {invitation.isSuccess && (
          <StatusLabel tone="accent" icon={<MailCheck aria-hidden="true" />}>
            {t('events.invitationSent')}
          </StatusLabel>
        )}
        {invitation.isError && <span className={styles.failure}>{failureOf(invitation.error)}</span>}
      </p>
    </div>
  );
}

function failureOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('events.invitationFailed');
  // The server's error gives the reason: no known email address, or the event has ended.
  if (error.code === 'conflict') return error.detail;
  return t('events.invitationRefused', { reason: error.detail });
}
