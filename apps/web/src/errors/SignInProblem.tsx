import { signInPaths } from '@portico/contracts/portalSettings';
import { Button } from '@portico/ui/Button';
import { t } from '../locale/text.ts';
import { browser } from '../sign-in/browser.ts';
import { SignInFrame } from '../kit/SignInFrame.tsx';
import type { SignInError } from '../sign-in/provider/SignInError.ts';

/**
 * Says why sign-in failed and offers a retry with a full page load, so that nothing of the failed attempt remains.
 */
export function SignInProblem({ error }: { error: SignInError }) {
  const tryAgain = () => {
    if (location.pathname === signInPaths.callback) browser.assign('/');
    else browser.reload();
  };
  return (
    <SignInFrame
      title={t('shared.notSignedIn')}
      actions={
        <Button variant="primary" size="large" onPress={tryAgain}>
          {t('shared.signIn')}
        </Button>
      }
    >
      <p>{error.message}</p>
    </SignInFrame>
  );
}
