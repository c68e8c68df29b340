import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { timeLabel } from '../dates/dateLabels.ts';
import { t } from '../locale/text.ts';
import { browser, currentPath } from './browser.ts';
import { renewSilently } from './renewSilently.ts';
import { readSession } from './sessionCookies.ts';
import { startSignIn } from './signIn.ts';
import { followSignOut } from './signOut.ts';
import { watchSession } from './watchSession.ts';

/**
 * Stands in every private page: renews the session in time, says when that fails and the end is near, goes to the provider
 * when it is over, and leaves the page when the person signs out in another tab.
 */
export function SessionKeeper() {
  const cache = useQueryClient();
  const [endsAt, setEndsAt] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();
  // A failure, being offline for one, leaves the page as it is; the next look at it tries again.
  const signInAgain = () => void startSignIn(currentPath()).catch(() => undefined);

  useEffect(() => watchSession({ renew: renewSilently, onEnding: setEndsAt, onEnded: signInAgain }), []);
  useEffect(() => followSignOut(() => cache.clear()), [cache]);
  useEffect(() => {
    // A page that the browser kept for its back button may be from a session that is over.
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
