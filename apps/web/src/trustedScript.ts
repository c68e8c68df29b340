// oxlint-disable-next-line import/default -- Vite makes the file's address of it
import pdfWorkerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { readSettings } from './sign-in/settings.ts';
import { analyticsAddress } from './analytics/analyticsAddress.ts';

export { pdfWorkerUrl };

interface ScriptPolicy {
  createScriptURL: (url: string) => string;
}
interface PolicyFactory {
  createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy;
}

/** The PDF reader's own worker, and the page-analytics script of the settings when there is one. */
const isOurs = (url: string) => url === pdfWorkerUrl || url === analyticsAddress(readSettings());

function allow(url: string): string {
  if (!isOurs(url)) throw new TypeError('No script may be loaded from here.');
  return url;
}

/** The portal's one policy. Source: TRUST H3. */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('portico', {
  createScriptURL: allow,
});

/** The address as browsers want it for a script that may be run. Throws for any other than those of ours. */
export const trustedScriptUrl = (url: string): string => policy?.createScriptURL(url) ?? allow(url);
