import { PortalError, reasonOf } from '../../errors.ts';

const MAX_LENGTH = 500;

const SENTENCES: Record<string, string> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The quota of the disk is used up.',
  EACCES: 'The portal’s account may not write there.',
  '42501': 'The database role may not do this; the scratch database needs a role that may create databases.',
};

/** Why a backup or verification failed, as a sentence for administrators. */
export function backupProblem(error: unknown): string {
  const { code, message } = Object(error) as { code?: string; message?: string };
  if (error instanceof PortalError && error.code === 'unavailable')
    return `A store does not answer as it should: ${reasonOf(error)}`.slice(0, MAX_LENGTH);
  const text = message || reasonOf(error);
  const advice = SENTENCES[String(code)];
  return (advice === undefined ? text : `${advice} (${text})`).slice(0, MAX_LENGTH);
}
