import { retryDelayMs } from '../../../api/queryCache.ts';
import type { entryCalls } from './entryCalls.ts';
import type { UnsentEntryStorage } from './unsentEntry.ts';
import type { EntryEffect, TimedTask } from './sessionState.ts';

interface EffectOptions {
  server: ReturnType<typeof entryCalls>;
  storage: UnsentEntryStorage;
  cancelUploads: () => void;
  /** The person's lists of entries are stale. */
  onEntries: () => void;
  /** The timer has fired. */
  onDue: (task: TimedTask) => void;
  onLoading: (loading: Promise<void>) => void;
  onDiscarding: (discarding: Promise<void>) => void;
  onUnsentEntryWritten: (isStored: boolean) => void;
}

/** Runs the reducer's effects: calls, the timer and storage. */
export function entryEffects({
  server,
  storage,
  cancelUploads,
  onEntries,
  onDue,
  onLoading,
  onDiscarding,
  onUnsentEntryWritten,
}: EffectOptions): (effect: EntryEffect) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function startTimer(task: TimedTask, delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => onDue(task), delayMs);
  }

  return function run(effect: EntryEffect): void {
    switch (effect.type) {
      case 'load':
        onLoading(server.load(effect.context));
        break;
      case 'save':
        void server.save(effect);
        break;
      case 'submit':
        void server.submit(effect.submission);
        break;
      case 'discard':
        onDiscarding(server.discard());
        break;
      case 'startTimer':
        startTimer(effect.task, effect.delayMs);
        break;
      case 'startBackoff':
        startTimer(effect.task, retryDelayMs(effect.failures));
        break;
      case 'stopTimer':
        clearTimeout(timer);
        break;
      case 'writeUnsentEntry':
        onUnsentEntryWritten(storage.write(effect.unsentEntry));
        break;
      case 'removeUnsentEntry':
        storage.remove();
        break;
      case 'cancelUploads':
        cancelUploads();
        break;
      case 'refreshLists':
        onEntries();
        break;
    }
  };
}
