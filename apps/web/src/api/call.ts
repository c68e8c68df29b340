import { createClient } from '@portico/client/createClient';
import { currentPath } from '../sign-in/browser.ts';
import { readSession } from '../sign-in/sessionCookies.ts';
import { startSignIn } from '../sign-in/signIn.ts';
import { leaveAfterRejection } from '../sign-in/signOut.ts';
import { recordAcceptance } from './recordAcceptance.ts';

const client = createClient({
  baseUrl: '',
  tokens: readSession,
  onUnauthorized: (error) => {
    if (error.code !== 'not_signed_in') leaveAfterRejection(error);
    // If the provider can't be reached, the page shows the failed call.
    else startSignIn(currentPath()).catch(() => undefined);
  },
});

/** Calls the portal's API as the signed-in user. An expired session goes to the provider, a rejected one to /logout. */
export const call = recordAcceptance(client.call);
