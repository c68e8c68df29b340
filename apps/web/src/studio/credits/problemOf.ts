import { ApiError } from '@portico/client/ApiError';
import { t } from '../../locale/text.ts';

/** Why a call failed, as a sentence. */
export const problemOf = (error: unknown): string =>
  (error instanceof ApiError ? error.detail : undefined) ?? t('credits.tryAgain');
