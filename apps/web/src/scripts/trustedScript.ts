// oxlint-disable-next-line import/default -- Vite turns it into the file's address
import pdfWorkerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { readSettings } from '../sign-in/settings.ts';
import { analyticsAddress } from './analyticsAddress.ts';

export { pdfWorkerUrl };

interface ScriptPolicy {
  createScriptURL: (url: string) => string;
}
interface PolicyFactory {
  createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy;
}

/** The PDF reader's worker, and the page-analytics script if configured. */
const isOurs = (url: string) => url === pdfWorkerUrl || url === analyticsAddress(readSettings());

function allow(url: string): string {
  if (!isOurs(url)) throw new TypeError('Scripts can’t be loaded from this address.');
  return url;
}

/** The portal's only Trusted Types policy. Source: TRUST H3. */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('portico', {
  createScriptURL: allow,
});

/** The address as a TrustedScriptURL. Throws for any script but ours. */
export const trustedScriptUrl = (url: string): string => policy?.createScriptURL(url) ?? allow(url);
