import { trustedScriptUrl } from './trustedScript.ts';

/** Loads the page-analytics script. The portal works without it. */
export function loadAnalytics(address: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.referrerPolicy = 'no-referrer';
  script.src = trustedScriptUrl(address);
  document.head.append(script);
}
