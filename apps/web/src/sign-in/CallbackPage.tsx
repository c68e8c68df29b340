import { Spinner } from '@portico/ui/Spinner';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { t } from '../locale/text.ts';
import { readSession } from './sessionCookies.ts';
import { finishSignIn } from './signIn.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { takeAnswer } from './takeAnswer.ts';

/** Where the identity provider sends the person back to: checks its answer and goes on to the path they asked for. Source: spec §4. */
export function Page() {
  const { history } = useRouter();
  const [failure, setFailure] = useState<{ error: unknown }>();

  useEffect(() => {
    const answer = takeAnswer();
    // A reload of this address after a good sign-in has nothing to check.
    if (answer === undefined && readSession()) history.replace('/');
    else
      finishSignIn(answer).then(
        (path) => history.replace(path),
        (error: unknown) => setFailure({ error }),
      );
  }, [history]);

  if (failure) throw failure.error;
  return (
    <SignInFrame title={t('shared.signingIn')}>
      <Spinner label={t('shared.signingIn')} />
    </SignInFrame>
  );
}
