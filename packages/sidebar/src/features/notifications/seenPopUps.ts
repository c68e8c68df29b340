import { DAY_MS } from '@portico/contracts/durations';
import type { PersonalStorage } from '@portico/client/personalStorage';

const NAME = 'seen-pop-ups';
/** Older records are purged on start. Source: spec §5, §9. */
export const SEEN_POP_UP_DAYS = 3;

/** A pop-up that was shown, or waited behind one, and the time of that as ISO 8601. Source: spec §3. */
export interface SeenPopUp {
  id: string;
  createdAt: string;
}

export function readSeenPopUps(storage: PersonalStorage): SeenPopUp[] {
  const entries = storage.read(NAME);
  return Array.isArray(entries) ? entries.filter(isSeenPopUp) : [];
}

export function recordSeenPopUps(storage: PersonalStorage, ids: readonly string[], now: Date): void {
  const others = readSeenPopUps(storage).filter(({ id }) => !ids.includes(id));
  storage.write(NAME, [...others, ...ids.map((id): SeenPopUp => ({ id, createdAt: now.toISOString() }))]);
}

/** Removes records older than three days; one of exactly three days stays. */
export function purgeSeenPopUps(storage: PersonalStorage, now: Date): void {
  const all = readSeenPopUps(storage);
  const recent = all.filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) <= SEEN_POP_UP_DAYS * DAY_MS);
  if (recent.length < all.length) storage.write(NAME, recent);
}

function isSeenPopUp(value: unknown): value is SeenPopUp {
  const { id, createdAt } = (value ?? {}) as Partial<SeenPopUp>;
  return typeof id === 'string' && typeof createdAt === 'string';
}
