import { isSame } from '@portico/authoring/merging/mergeValues';
import { versionKey } from '@portico/authoring/mergeChanges';
import { uploadsIn } from '@portico/authoring/uploadsIn';
import type { Change } from '@portico/contracts/studio/draft';
import { slotsOf } from '@portico/kinds/content';

/** A save, or several in one, as it is stored. */
export interface FoldedSave {
  sequence: number;
  /** How many saves this is, up to `sequence`. */
  covers: number;
  /** The tabs that made it, each once. */
  writers: string[];
  savedAt: Date;
  changes: Change[];
  /** Null for saves by earlier versions of the portal. */
  replaced: Change[] | null;
}

/** What is known of a tab that has, or had, the item open. */
export interface KnownTab {
  /** The latest save that it is known to have seen; null if not known. */
  since: number | null;
  /** The last save that it can have seen was made before this. */
  until: Date;
}

export interface Folding {
  /** Saves that no tab needs. */
  unneeded: FoldedSave[];
  /** Each replaces several saves in a row. */
  folded: FoldedSave[];
}

/**
 * Which saves of a draft can become one, and which are not needed. `saves` are in order. A tab merges with what it
 * had seen at its last contact, so each save that can be that one stays the end of a row. Saves that insert, move or
 * remove components, or change a picture or file, stay as they are. Source: decisions/0357.
 */
export function foldSaves(saves: readonly FoldedSave[], tabs: readonly KnownTab[]): Folding {
  const folding: Folding = { unneeded: [], folded: [] };
  let run: FoldedSave[] = [];
  const endRun = () => {
    if (run.length > 1) folding.folded.push(inOne(run));
    run = [];
  };
  for (const save of saves) {
    const isPlain = isFoldable(save);
    if (isPlain && tabs.every(({ since }) => since !== null && since >= save.sequence)) {
      endRun();
      folding.unneeded.push(save);
      continue;
    }
    const last = run.at(-1);
    if (!last || last.sequence !== save.sequence - save.covers || tabs.some(({ since }) => since === last.sequence))
      endRun();
    const isLastSeen = tabs.some(
      ({ since, until }) => (since === null || since < save.sequence) && save.savedAt <= until,
    );
    if (isPlain && !isLastSeen) run.push(save);
    else endRun();
  }
  endRun();
  return folding;
}

/** Whether a save only gives fields and components without slots other values, and keeps its pictures and files. */
function isFoldable({ changes, replaced }: FoldedSave): boolean {
  if (!replaced) return false;
  const isValue = (change: Change) =>
    change.do === 'field' || (change.do === 'set' && slotsOf(change.component).length === 0);
  if (![...changes, ...replaced].every(isValue)) return false;
  return isSame(uniqueUploads(changes), uniqueUploads(replaced));
}

const uniqueUploads = (changes: Change[]): string[] => [...new Set(uploadsIn(changes))].toSorted();

/** The last value and the first replaced one of each field and component. */
function inOne(saves: readonly FoldedSave[]): FoldedSave {
  const last = saves.at(-1)!;
  const values = saves.flatMap(({ changes }) => changes);
  const replaced = saves.flatMap((save) => save.replaced ?? []).toReversed();
  return {
    sequence: last.sequence,
    covers: saves.reduce((sum, { covers }) => sum + covers, 0),
    writers: [...new Set(saves.flatMap(({ writers }) => writers))],
    savedAt: last.savedAt,
    changes: [...new Map(values.map((change) => [versionKey(change), change])).values()],
    replaced: [...new Map(replaced.map((change) => [versionKey(change), change])).values()],
  };
}
