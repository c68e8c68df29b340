import type { PortalEvent } from '@portico/contracts/events';

/**
 * Whether what people watch plays where the portal can't see it: an online meeting, or a video in the player of another
 * company. Content can break the contract, so anything is searched. Source: decisions/0371.
 */
export function playsElsewhere({ components, preEventData, postEventData }: PortalEvent): boolean {
  const all = [components, preEventData, postEventData];
  return !hasVideo(all, true) || hasVideo(all, false);
}

function hasVideo(content: unknown, isOfPortal: boolean): boolean {
  if (typeof content !== 'object' || content === null) return false;
  const { type, source } = content as { type?: unknown; source?: { host?: unknown } };
  if (type === 'Video' && (source?.host === 'Portal') === isOfPortal) return true;
  return Object.values(content).some((part) => hasVideo(part, isOfPortal));
}
