import { signInPaths } from '@portico/contracts/portalSettings';
import { applyStoredTheme } from '@portico/ui/useTheme';

/*
 * Runs first, as a separate blocking script. It removes the identity provider's answer from the address and the
 * history, so that no other code, Referer or bookmark ever sees a token (TRUST S3), and applies the chosen theme
 * before the first paint.
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
