import { ApiError } from '@portico/client/ApiError';
import { ErrorState } from '@portico/ui/ErrorState';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../locale/text.ts';
import { SignInError } from '../sign-in/provider/SignInError.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { isChunkError, reloadOnce } from '../routing/loadPage.ts';
import { hasLostFile, hasNewBuild } from '../routing/newBuild.ts';
import styles from './PageError.module.css';
import { usePageTitle } from '../routing/pageTitle.ts';
import { signInPaths } from '@portico/contracts/portalSettings';
import { Button } from '@portico/ui/Button';
import { browser } from '../sign-in/browser.ts';
import { SignInFrame } from '../kit/SignInFrame.tsx';

/** True if the item doesn't exist or the reader has no access to it: both look the same. Source: spec §5, §6. */
const isHidden = (error: unknown) => error instanceof ApiError && (error.status === 403 || error.status === 404);

/** True if a reload would probably lead to the browser's own error page. */
const isOffline = () => !navigator.onLine && !hasLostFile();

const isUnreachable = (error: unknown) => isChunkError(error) && isOffline();

/** True if a newer build may fix it. */
const isOutdated = (error: unknown) =>
  hasNewBuild() &&
  !isOffline() &&
  !(error instanceof SignInError) &&
  !(error instanceof ApiError && error.status === 0);

/**
 * Replaces a page whose call failed: what happened, a retry button, the request id. Other errors go to the portal's
 * boundary.
 */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  usePageTitle(t('shared.errorTitle'), { isPage: false });
  if (isHidden(error) || isOutdated(error) || !(error instanceof ApiError || isUnreachable(error))) throw error;
  const retry = () => {
    queries.reset();
    void router.invalidate();
  };
  return (
    <div className={styles.root}>
      <ErrorState {...errorTexts(error)} headingLevel={1} onRetry={retry} />
    </div>
  );
}

function errorTexts(error: unknown): { title: string; description: string; requestId?: string | undefined } {
  if (!(error instanceof ApiError))
    return { title: t('shared.offlineTitle'), description: t('shared.notOpenedBefore') };
  const { code, status, detail, requestId } = error;
  if (status === 401) return { title: t('shared.sessionEnded'), description: t('shared.toSignIn') };
  if (code === 'network') return { title: t('shared.unreachable'), description: detail };
  if (code === 'timeout') return { title: t('shared.tooLong'), description: detail };
  return { title: t('shared.notLoaded'), description: detail, requestId };
}

/** Says that there is nothing at an address. */
type ShowMissing = (message: string) => ReactNode;

/** Replaces the whole portal for sign-in problems and unexpected errors. */
export function PortalError({ error, missing }: { error: unknown; missing: ShowMissing }) {
  if (error instanceof SignInError) return <SignInProblem error={error} />;
  if ((isChunkError(error) || isOutdated(error)) && !isOffline() && reloadOnce()) return null;
  if (isHidden(error)) return missing('Page Not Found');
  return (
    <ErrorPage message={t('shared.errorTitle')} requestId={error instanceof ApiError ? error.requestId : undefined} />
  );
}

/** Replaces the page at an unknown address, which a newer build may know. Source: spec §2, §8. */
export function PageNotFound({ data, missing }: { data?: unknown; missing: ShowMissing }) {
  if (hasNewBuild() && !isOffline() && reloadOnce()) return null;
  return missing(typeof data === 'string' ? data : 'Page not found');
}

/**
 * Says why sign-in failed and offers a retry with a full page load, so that nothing of the failed attempt remains.
 */
function SignInProblem({ error }: { error: SignInError }) {
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
