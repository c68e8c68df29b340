import type { PersonalStorage } from '@portico/client/personalStorage';

const NAME = 'seen-pop-ups';
/** Older records are purged at start. Source: spec §5, §9. */
export const SEEN_POP_UP_DAYS = 3;
const DAY_MS = 24 * 60 * 60_000;

/** A pop-up that the user closed or followed; `createdAt` is when, ISO 8601. Source: spec §3. */
export interface SeenPopUp {
  id: string;
  createdAt: string;
}

export function readSeenPopUps(storage: PersonalStorage): SeenPopUp[] {
  const kept = storage.read(NAME);
  return Array.isArray(kept) ? kept.filter(isSeenPopUp) : [];
}

export function recordSeenPopUp(storage: PersonalStorage, id: string, now: Date): void {
  const others = readSeenPopUps(storage).filter((each) => each.id !== id);
  storage.write(NAME, [...others, { id, createdAt: now.toISOString() } satisfies SeenPopUp]);
}

/** Removes records older than three days; exactly three days stays. */
export function purgeSeenPopUps(storage: PersonalStorage, now: Date): void {
  const all = readSeenPopUps(storage);
  const young = all.filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) <= SEEN_POP_UP_DAYS * DAY_MS);
  if (young.length < all.length) storage.write(NAME, young);
}

function isSeenPopUp(value: unknown): value is SeenPopUp {
  const { id, createdAt } = (value ?? {}) as Partial<SeenPopUp>;
  return typeof id === 'string' && typeof createdAt === 'string';
}
