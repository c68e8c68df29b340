import { ApiError } from '@portico/client/ApiError';
import { ErrorState } from '@portico/ui/ErrorState';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { t } from '../locale/text.ts';
import { SignInError } from '../sign-in/SignInError.ts';
import { SignInProblem } from '../sign-in/SignInProblem.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { isChunkError, reloadOnce } from '../routing/loadPage.ts';
import { hasNewBuild } from '../routing/newBuild.ts';
import styles from './PageError.module.css';
import { usePageTitle } from '../routing/pageTitle.ts';

/** True when the reader may not see it or it is not there: both look the same. Source: spec §5, §6. */
const isHidden = (error: unknown) => error instanceof ApiError && (error.status === 403 || error.status === 404);

/** True when the page's own code did not come because nothing does. */
const isUnreachable = (error: unknown) => isChunkError(error) && !navigator.onLine;

/** True for what a newer build may do better. */
const isOutdated = (error: unknown) =>
  hasNewBuild() &&
  !(error instanceof SignInError) &&
  !(error instanceof ApiError && error.status === 0) &&
  !isUnreachable(error);

/** What a page shows in its place when a call failed: what happened, a retry, the request id. Other errors go to the whole portal. */
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
    <div className={styles.place}>
      <ErrorState {...wordsFor(error)} headingLevel={1} onRetry={retry} />
    </div>
  );
}

function wordsFor(error: unknown): { title: string; description: string; requestId?: string | undefined } {
  if (!(error instanceof ApiError))
    return { title: t('shared.offlineTitle'), description: t('shared.notOpenedBefore') };
  const { code, status, detail, requestId } = error;
  if (status === 401) return { title: t('shared.sessionEnded'), description: t('shared.toSignIn') };
  if (code === 'network') return { title: t('shared.unreachable'), description: detail };
  if (code === 'timeout') return { title: t('shared.tooLong'), description: detail };
  return { title: t('shared.notLoaded'), description: detail, requestId };
}

/** Stands for the whole portal: sign-in problems, what may not be seen, and everything nobody expected. */
export function PortalError({ error }: { error: unknown }) {
  if (error instanceof SignInError) return <SignInProblem error={error} />;
  if ((isChunkError(error) || isOutdated(error)) && navigator.onLine && reloadOnce()) return null;
  if (isHidden(error)) return <ErrorPage status={404} message="Page Not Found" />;
  return (
    <ErrorPage message={t('shared.errorTitle')} requestId={error instanceof ApiError ? error.requestId : undefined} />
  );
}

/** Stands for the whole portal when it has no page at an address. A newer build may have one. Source: spec §2, §8. */
export function PageNotFound({ data }: { data?: unknown }) {
  if (hasNewBuild() && reloadOnce()) return null;
  return <ErrorPage status={404} message={typeof data === 'string' ? data : 'Page not found'} />;
}
