import { Spinner } from '@portico/ui/Spinner';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../../locale/text.ts';
import { SignInFrame } from '../../kit/SignInFrame.tsx';
import { endSession, type Ending } from '../../sign-in/endSession.ts';
import { Button } from '@portico/ui/Button';
import { browser } from '../../sign-in/browser.ts';
import { startSignIn } from '../../sign-in/signIn.ts';

/** Ends the session, goes to the provider's logout, and says what happened upon return. Source: spec §4. */
export function Page() {
  const cache = useQueryClient();
  const [ending, setEnding] = useState<Ending>();

  useEffect(() => {
    cache.clear();
    setEnding(endSession());
  }, [cache]);

  if (!ending)
    return (
      <SignInFrame title={t('shared.signingOut')}>
        <Spinner label={t('shared.signingOut')} />
      </SignInFrame>
    );
  if (ending.by === 'setup') return <SetupProblem ending={ending} />;
  if (ending.by === 'server') {
    return (
      <SignInFrame
        title={t('shared.sessionEnded')}
        actions={<SignInButton returnPath={ending.returnPath}>{t('shared.signInAgain')}</SignInButton>}
      >
        <p>{t('shared.signInToGoOn')}</p>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title={t('shared.signedOut')}
      actions={<SignInButton returnPath="/">{t('shared.signIn')}</SignInButton>}
    >
      <p>{t('shared.closeBrowser')}</p>
    </SignInFrame>
  );
}

/** Says why the server rejected a fresh sign-in, so that an administrator can correct the settings. */
function SetupProblem({ ending }: { ending: Ending & { by: 'setup' } }) {
  const { problem, returnPath, providerLogout } = ending;
  return (
    <SignInFrame
      title={t('shared.signInRejected')}
      actions={
        <>
          <SignInButton returnPath={returnPath}>{t('shared.signInAgain')}</SignInButton>
          {providerLogout !== undefined && (
            <Button variant="quiet" size="large" onPress={() => browser.replace(providerLogout)}>
              {t('shared.signOut')}
            </Button>
          )}
        </>
      }
    >
      <p>{problem.detail}</p>
      <p>{t('shared.setupProblem', { code: problem.code })}</p>
    </SignInFrame>
  );
}

/** Goes to the identity provider and returns to `returnPath`. Errors go to the boundary around it. */
function SignInButton({ children, returnPath }: { children: string; returnPath: string }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown }>();
  if (failure) throw failure.error;
  return (
    <Button
      variant="primary"
      size="large"
      pending={isLeaving}
      onPress={() => {
        setIsLeaving(true);
        startSignIn(returnPath).catch((error: unknown) => setFailure({ error }));
      }}
    >
      {children}
    </Button>
  );
}
