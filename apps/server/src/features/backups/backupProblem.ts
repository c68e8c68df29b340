import { PortalError, reasonOf } from '../../errors.ts';

const MAX_LENGTH = 500;

const SENTENCES: Record<string, string> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  EACCES: 'The portal’s account isn’t allowed to change files there.',
  '42501': 'The database role isn’t allowed to do this; the scratch database needs a role that can create databases.',
};

/** The reason a backup or verification failed, as a sentence for administrators. */
export function backupProblem(error: unknown): string {
  const { code, message } = Object(error) as { code?: string; message?: string };
  if (error instanceof PortalError && error.code === 'unavailable')
    return `A store isn’t responding as expected: ${reasonOf(error)}`.slice(0, MAX_LENGTH);
  const text = message || reasonOf(error);
  const advice = SENTENCES[String(code)];
  return (advice === undefined ? text : `${advice} (${text})`).slice(0, MAX_LENGTH);
}
