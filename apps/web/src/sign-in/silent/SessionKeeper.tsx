import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { browser, currentPath } from '../browser.ts';
import { readSession } from '../sessionCookies.ts';
import { startSignIn } from '../signIn.ts';
import { followSignOut } from '../signOut.ts';
import { watchSession } from './watchSession.ts';

/** Loaded when the first session is about to end, because no page needs it to open. */
const renew = async () => (await import('./renewSilently.ts')).renewSilently();

/**
 * Part of every private page: renews the session in time, warns before it ends if that failed, goes to the provider
 * when it has ended, and leaves the page when the user signs out in another tab.
 */
export function SessionKeeper() {
  const cache = useQueryClient();
  const [endsAt, setEndsAt] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();
  // On failure, for example offline, the page stays; the next check tries again.
  const signInAgain = () => void startSignIn(currentPath()).catch(() => undefined);

  useEffect(() => watchSession({ renew, onEnding: setEndsAt, onEnded: signInAgain }), []);
  useEffect(() => followSignOut(() => cache.clear()), [cache]);
  useEffect(() => {
    // A page restored by the back button may belong to a session that has ended.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted && !readSession()) browser.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  return (
    <Dialog
      isOpen={endsAt !== undefined && endsAt !== dismissed}
      onOpenChange={() => setDismissed(endsAt)}
      title={t('shared.sessionEndsSoon')}
      size="small"
      actions={
        <>
          <Button variant="primary" onPress={signInAgain}>
            {t('shared.signInAgain')}
          </Button>
          <Button variant="quiet" onPress={() => setDismissed(endsAt)}>
            {t('shared.notNow')}
          </Button>
        </>
      }
    >
      <p>{t('shared.signedOutAt', { time: timeLabel(new Date(endsAt ?? 0).toISOString()) })}</p>
    </Dialog>
  );
}
