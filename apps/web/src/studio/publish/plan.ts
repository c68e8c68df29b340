import type { SeriesScope } from '@portico/contracts/studio/eventSeries';
import type { NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import type { ChosenRelease } from '../releases/ReleaseChoice.tsx';

export const MAX_NOTE_LENGTH = 500;

/** When and how the item is published, with a note by its author. */
export interface Plan {
  when: 'now' | 'later' | 'release';
  goesLiveAt: string | null;
  release: ChosenRelease;
  note: string;
  notifyBy: NotifyChannel[];
  /** Whether people who have confirmed the item must do so again; undefined until the editor decides, if they must. */
  isMaterial: boolean | undefined;
  /** Which changed sections are material, by their keys. */
  marks: Readonly<Record<string, boolean>>;
  /** What changed materially. */
  reason: string;
  /** Other dates of a series that get the same changes. */
  scope: SeriesScope | undefined;
}
