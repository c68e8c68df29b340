import type { PortalSettings } from '@portico/contracts/portalSettings';

let read: { content: string; settings: PortalSettings } | undefined;

/** What the server wrote into the page, and checked. Throws when it is missing or no JSON: then nobody can sign in. */
export function readSettings(): PortalSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="portico-settings"]')?.content;
  if (content === undefined) throw new Error('The page has no portico-settings.');
  if (read?.content !== content) read = { content, settings: JSON.parse(content) as PortalSettings };
  return read.settings;
}
