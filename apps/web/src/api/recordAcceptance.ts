import type { Call } from '@portico/client/createClient';
import { markAccepted } from '../sign-in/freshSignIn.ts';

/** Wraps `call` to record that the server has accepted the tokens. */
export function recordAcceptance(call: Call): Call {
  return async (endpoint, input, options) => {
    const answer = await call(endpoint, input, options);
    if (endpoint.access !== 'anyone') markAccepted();
    return answer;
  };
}
