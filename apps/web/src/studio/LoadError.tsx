import { ApiError } from '@portico/client/ApiError';
import { ErrorState } from '@portico/ui/ErrorState';
import { t } from '../locale/text.ts';
import { reasonOf } from './reasonOf.ts';

interface LoadErrorProps {
  title: string;
  error: Error;
  onRetry: () => unknown;
  isRetrying: boolean;
}

/** Why a part of the studio could not be loaded, with a button to try again. */
export function LoadError({ title, error, onRetry, isRetrying }: LoadErrorProps) {
  const { detail, requestId } = error instanceof ApiError ? error : { detail: undefined, requestId: undefined };
  return (
    <ErrorState
      headingLevel={3}
      size="compact"
      title={title}
      description={detail === undefined ? t('shared.tryAgainSentence') : reasonOf(error)}
      requestId={requestId}
      onRetry={() => void onRetry()}
      isRetrying={isRetrying}
    />
  );
}
