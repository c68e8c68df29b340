import { createPersonalStorage } from '@portico/client/personalStorage';
import { subjectOf } from '@portico/client/subjectOf';
import { readActingFor } from './actingFor.ts';
import { readTokens } from './sessionCookies.ts';

export { clearPersonalStorage as clearPersonal } from '@portico/client/personalStorage';

/** Values that this browser stores for the signed-in user. */
export const personalStorage = createPersonalStorage(() => {
  const { idToken } = readTokens();
  return idToken === undefined ? undefined : subjectOf(idToken);
}, readActingFor);
export const { read: readPersonal, write: writePersonal } = personalStorage;
