/** Sign-in failed. The message is safe to show to the user. */
export class SignInError extends Error {
  override name = 'SignInError';
}
