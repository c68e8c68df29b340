/*
 * Stands in for the host's own sign-in. All ports on localhost share cookies, so this page finds the tokens of a person
 * who is signed in to the portal. A real host gets its own tokens from the same identity provider.
 */
const CHECK_INTERVAL_MS = 1000;

function cookie(name) {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return found && decodeURIComponent(found.slice(name.length + 1));
}

/** Both tokens, or undefined if nobody is signed in. */
export function currentTokens() {
  const accessToken = cookie('access_token');
  const idToken = cookie('id_token');
  return accessToken && idToken ? { accessToken, idToken } : undefined;
}

/** Calls `listener` with renewed tokens, as a sign-in library would. Returns a function that stops it. */
export function onTokensRenewed(listener) {
  let known = currentTokens()?.accessToken;
  const timer = setInterval(() => {
    const tokens = currentTokens();
    if (tokens === undefined || tokens.accessToken === known) return;
    known = tokens.accessToken;
    listener(tokens);
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}
