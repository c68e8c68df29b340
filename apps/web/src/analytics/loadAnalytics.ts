import { trustedScriptUrl } from '../trustedScript.ts';

/** Has the browser fetch the page-analytics script; without it the portal works as well. */
export function loadAnalytics(address: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.referrerPolicy = 'no-referrer';
  script.src = trustedScriptUrl(address);
  document.head.append(script);
}
