import { Button } from '@portico/ui/Button';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import styles from './SubmitStatus.module.css';

/** What stands between an entry and its receipt: files on their way, a line that fails, a server that said no. */
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
      <div role="status" className={styles.panel} data-tone="warning">
        <Title className={styles.title}>Your entry is not confirmed yet</Title>
        <p>
          {submitting.isOffline
            ? 'The connection was lost before the answer came.'
            : 'The portal does not answer right now.'}{' '}
          We keep trying; however often it is sent, it counts once. You may leave this page.
        </p>
        <div className={styles.actions}>
          <Button size="small" onPress={session.submit}>
            Try now
          </Button>
          <Button size="small" variant="quiet" onPress={session.stopSubmitting}>
            Go back to the form
          </Button>
        </div>
      </div>
    );
  }
  if (submitting.kind === 'earlier') {
    return (
      <div role="alert" className={styles.panel} data-tone="warning">
        <Title className={styles.title}>What you sent before has arrived</Title>
        <p>
          You changed your answers after sending them, and the earlier ones have arrived.{' '}
          <PortalLink href="/forms/entries">See what arrived</PortalLink> before you send these too.
        </p>
        <div className={styles.actions}>
          <Button size="small" onPress={session.submitAsNew}>
            Send these as another entry
          </Button>
        </div>
      </div>
    );
  }
  if (submitting.kind === 'refused' && submitting.issues.length === 0) {
    return (
      <div role="alert" className={styles.panel} data-tone="danger">
        <Title className={styles.title}>Your entry was not taken</Title>
        <p>{submitting.detail} Your answers are still here.</p>
      </div>
    );
  }
  const failed = uploads.filter(({ problem }) => problem !== undefined).length;
  if (uploads.length === 0) return null;
  return (
    <p role="status" className={styles.hint}>
      {failed > 0
        ? 'Send the files that failed again, or remove them, before you submit.'
        : 'You can submit as soon as your files are there.'}
    </p>
  );
}
