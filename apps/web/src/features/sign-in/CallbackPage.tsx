import { Spinner } from '@portico/ui/Spinner';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { t } from '../../locale/text.ts';
import { readSession } from '../../sign-in/sessionCookies.ts';
import { finishSignIn } from '../../sign-in/signIn.ts';
import { SignInFrame } from '../../kit/SignInFrame.tsx';
import { consumeAnswer } from '../../sign-in/provider/consumeAnswer.ts';

/**
 * The page the identity provider returns to: verifies its answer and continues to the requested path. Source: spec §4.
 */
export function Page() {
  const { history } = useRouter();
  const [failure, setFailure] = useState<{ error: unknown }>();

  useEffect(() => {
    const answer = consumeAnswer();
    // A reload after a successful sign-in has nothing to verify.
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
