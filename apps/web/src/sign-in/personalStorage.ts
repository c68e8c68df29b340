import { createPersonalStorage } from '@portico/client/personalStorage';
import { subjectOf } from '@portico/client/subjectOf';
import { readTokens } from './sessionCookies.ts';

export { clearPersonalStorage as clearPersonal } from '@portico/client/personalStorage';

/** What this browser keeps for the person who is signed in. */
export const personalStorage = createPersonalStorage(() => {
  const { idToken } = readTokens();
  return idToken === undefined ? undefined : subjectOf(idToken);
});
export const { read: readPersonal, write: writePersonal } = personalStorage;
