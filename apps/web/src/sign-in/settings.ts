import type { PortalSettings } from '@portico/contracts/portalSettings';

let read: { content: string; settings: PortalSettings } | undefined;

/**
 * The settings that the server wrote into the page. Throws if they are missing or not JSON, in which case sign-in is
 * impossible.
 */
export function readSettings(): PortalSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="portico-settings"]')?.content;
  if (content === undefined) throw new Error('The page has no portico-settings.');
  if (read?.content !== content) read = { content, settings: JSON.parse(content) as PortalSettings };
  return read.settings;
}
