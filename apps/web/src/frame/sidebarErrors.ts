import type { ApiError } from '@portico/client/ApiError';

const told = new Set<string>();

/** The sidebar hands its API errors to the page it stands in. It shows them itself where it matters; here each kind leaves one line. Source: spec §2, §8. */
export function reportSidebarError({ code, detail, requestId }: ApiError): void {
  if (told.has(code)) return;
  told.add(code);
  // oxlint-disable-next-line no-console -- the person sees it in the sidebar; whoever looks into it should find why
  console.warn(`A call of the sidebar failed (${code}): ${detail}${requestId ? ` Reference ${requestId}.` : ''}`);
}
