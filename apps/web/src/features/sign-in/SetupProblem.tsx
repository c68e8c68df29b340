import { Button } from '@portico/ui/Button';
import { t } from '../../locale/text.ts';
import { browser } from '../../sign-in/browser.ts';
import type { Ending } from '../../sign-in/endSession.ts';
import { SignInButton } from './SignInButton.tsx';
import { SignInFrame } from '../../kit/SignInFrame.tsx';

/** Says why the server rejected a fresh sign-in, so that an administrator can correct the settings. */
export function SetupProblem({ ending }: { ending: Ending & { by: 'setup' } }) {
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
