import type { ApiError } from '@portico/client/ApiError';

const reported = new Set<string>();

/**
 * Logs each kind of API error of the sidebar once. The sidebar shows the errors that matter to the user. Source: spec
 * §2, §8.
 */
export function reportSidebarError({ code, detail, requestId }: ApiError): void {
  if (reported.has(code)) return;
  reported.add(code);
  // oxlint-disable-next-line no-console -- the user sees the error in the sidebar; developers need the cause
  console.warn(`A call of the sidebar failed (${code}): ${detail}${requestId ? ` Reference ${requestId}.` : ''}`);
}
