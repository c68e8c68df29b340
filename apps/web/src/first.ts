import { signInPaths } from '@portico/contracts/portalSettings';
import { applyStoredTheme } from '@portico/ui/useTheme';

/*
 * Runs before everything else, as a blocking script of its own. It takes the identity provider's answer out of the address
 * and the history, so that no other code, no Referer and no bookmark ever sees a token (TRUST S3), and puts the chosen
 * theme on the page before anything is painted.
 */
if (location.pathname === signInPaths.callback || /[#&](?:id_token|access_token)=/.test(location.hash)) {
  if (
    location.pathname === signInPaths.callback &&
    location.href.length > location.origin.length + location.pathname.length
  ) {
    Object.defineProperty(window, 'porticoSignInAnswer', { value: location.href, configurable: true });
  }
  history.replaceState(null, '', location.pathname);
}
applyStoredTheme();
