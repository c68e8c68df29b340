import { ApiError } from '@portico/client/ApiError';
import { ErrorState } from '@portico/ui/ErrorState';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { SignInError } from '../sign-in/SignInError.ts';
import { SignInProblem } from '../sign-in/SignInProblem.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { isChunkError, reloadOnce } from './loadPage.ts';
import styles from './PageError.module.css';
import { usePageTitle } from './pageTitle.ts';

/** True when the reader may not see it or it is not there: both look the same. Source: spec §5, §6. */
const isHidden = (error: unknown) => error instanceof ApiError && (error.status === 403 || error.status === 404);

/** What a page shows in its place when a call failed: what happened, a retry, the request id. Other errors go to the whole portal. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  usePageTitle('Something went wrong');
  if (!(error instanceof ApiError) || isHidden(error)) throw error;
  const retry = () => {
    queries.reset();
    void router.invalidate();
  };
  return (
    <div className={styles.place}>
      <ErrorState title={titleOf(error)} description={error.detail} requestId={error.requestId} onRetry={retry} />
    </div>
  );
}

function titleOf(error: ApiError): string {
  if (error.code === 'network') return 'We can’t reach the portal';
  if (error.code === 'timeout') return 'This is taking too long';
  return 'This page could not be loaded';
}

/** Stands for the whole portal: sign-in problems, what may not be seen, and everything nobody expected. */
export function PortalError({ error }: { error: unknown }) {
  if (error instanceof SignInError) return <SignInProblem error={error} />;
  if (isHidden(error)) return <ErrorPage status={404} message="Page Not Found" />;
  if (isChunkError(error) && reloadOnce()) return null;
  return <ErrorPage message="Something went wrong" requestId={error instanceof ApiError ? error.requestId : undefined} />;
}
