import { createClient } from '@portico/client/createClient';
import { currentPath } from '../sign-in/browser.ts';
import { readSession } from '../sign-in/sessionCookies.ts';
import { startSignIn } from '../sign-in/signIn.ts';
import { leaveAfterRefusal } from '../sign-in/signOut.ts';

/** Calls the portal's API as the person who is signed in. A session that is over leads to the provider, a refused one to /logout. */
export const { call } = createClient({
  baseUrl: '',
  tokens: readSession,
  onUnauthorized: (error) => {
    if (error.code !== 'not_signed_in') leaveAfterRefusal(error);
    // When the provider can't be reached the page goes on to show the failed call.
    else startSignIn(currentPath()).catch(() => undefined);
  },
});
