/** Sign-in did not come to its end. The message is meant for the person who reads it. */
export class SignInError extends Error {
  override name = 'SignInError';
}
