/*
 * Stands for the host's own sign-in. On localhost cookies are shared by all ports, so that this page finds the tokens of a person
 * who is signed in to the portal. A real host has tokens of its own from the same identity provider.
 */
const CHECK_INTERVAL_MS = 1000;

function cookie(name) {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return found && decodeURIComponent(found.slice(name.length + 1));
}

/** Both tokens, or undefined when nobody is signed in. */
export function currentTokens() {
  const accessToken = cookie('access_token');
  const idToken = cookie('id_token');
  return accessToken && idToken ? { accessToken, idToken } : undefined;
}

/** Tells each pair of newer tokens, as a library for sign-in does after a renewal. Answers what stops it. */
export function onFreshTokens(listener) {
  let known = currentTokens()?.accessToken;
  const timer = setInterval(() => {
    const tokens = currentTokens();
    if (tokens === undefined || tokens.accessToken === known) return;
    known = tokens.accessToken;
    listener(tokens);
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}
