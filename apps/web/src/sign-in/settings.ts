import { PortalSettings } from '@portico/contracts/portalSettings';
import { z } from 'zod/mini';

let read: { content: string; settings: PortalSettings } | undefined;

/** What the server wrote into the page. Throws when it is missing or malformed: then nobody can sign in. */
export function readSettings(): PortalSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="portico-settings"]')?.content;
  if (content === undefined) throw new Error('The page has no portico-settings.');
  if (read?.content !== content) read = { content, settings: z.parse(PortalSettings, JSON.parse(content)) };
  return read.settings;
}
