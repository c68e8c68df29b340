import { Button } from '@portico/ui/Button';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import panel from './StatusPanel.module.css';
import styles from './SubmitStatus.module.css';
import { t } from '../../../locale/text.ts';

/** Shows what keeps an entry from being sent: uploads, a failed connection, or a rejection. */
export function SubmitStatus({
  state: { submitting, uploads },
  session,
  headingLevel,
}: {
  state: EntryState;
  session: EntrySession;
  headingLevel: 2 | 3 | 4 | 5 | 6;
}) {
  const Title = `h${headingLevel}` as 'h3';
  if (submitting.kind === 'waiting') {
    return (
      <div role="status" className={panel.panel} data-tone="warning">
        <Title className={panel.title}>{t('forms.notConfirmed')}</Title>
        <p>
          {t(submitting.isOffline ? 'forms.answerLost' : 'forms.noAnswer')} {t('forms.keepsTrying')}
        </p>
        <div className={panel.actions}>
          <Button size="small" onPress={session.submit}>
            {t('forms.tryNow')}
          </Button>
          <Button size="small" variant="quiet" onPress={session.stopSubmitting}>
            {t('forms.backToForm')}
          </Button>
        </div>
      </div>
    );
  }
  if (submitting.kind === 'earlier') {
    return (
      <div role="alert" className={panel.panel} data-tone="warning">
        <Title className={panel.title}>{t('forms.earlierArrived')}</Title>
        <p>
          {t('forms.earlierArrivedNote')} <PortalLink href="/forms/entries">{t('forms.seeArrived')}</PortalLink>{' '}
          {t('forms.beforeSendingAgain')}
        </p>
        <div className={panel.actions}>
          <Button size="small" onPress={session.submitAsNew}>
            {t('forms.sendAnother')}
          </Button>
        </div>
      </div>
    );
  }
  if (submitting.kind === 'rejected' && submitting.issues.length === 0) {
    return (
      <div role="alert" className={panel.panel} data-tone="danger">
        <Title className={panel.title}>{t('forms.rejected')}</Title>
        <p>
          {submitting.detail} {t('forms.answersStay')}
        </p>
      </div>
    );
  }
  const failed = uploads.filter(({ problem }) => problem !== undefined).length;
  if (uploads.length === 0) return null;
  return (
    <p role="status" className={styles.hint}>
      {failed > 0 ? t('forms.filesFailed') : t('forms.filesOnTheirWay')}
    </p>
  );
}
