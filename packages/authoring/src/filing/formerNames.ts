import type { FilingChangeKind } from '@portico/contracts/studio/filing';
import { nameKey } from '../sameName.ts';

/** What was done with a name, in a scope. `to` is null for a retired name. */
export interface NameChange {
  kind: FilingChangeKind;
  from: string;
  to: string | null;
}

/** A name that is no longer in use. `current` is null for a retired one. */
export interface FormerName {
  name: string;
  current: string | null;
}

/**
 * The names that are no longer in use after these changes, in order, by their key. Each leads to a current name at
 * once, so there are no chains or loops. Source: decisions/0342.
 */
export function formerNames(changes: readonly NameChange[]): Map<string, FormerName> {
  const former = new Map<string, FormerName>();
  for (const { from, to } of changes) {
    if (to !== null) {
      former.delete(nameKey(to));
      for (const entry of former.values())
        if (entry.current !== null && nameKey(entry.current) === nameKey(from)) entry.current = to;
    }
    former.set(nameKey(from), { name: from, current: to });
  }
  return former;
}

/** Whether a change can be undone: nothing was done since with the name that it led to. */
export function canUndo(change: NameChange, former: ReadonlyMap<string, FormerName>): boolean {
  const entry = former.get(nameKey(change.from));
  return entry !== undefined && entry.current === change.to;
}
