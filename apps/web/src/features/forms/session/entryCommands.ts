import type { FormCalls } from '../forms.queries.ts';
import type { EntrySession } from './entryState.ts';
import type { FileUploads } from '../../../kit/uploads/fileUploads.ts';
import type { EntryAction, SessionState } from './sessionState.ts';

interface CommandOptions {
  getSession: () => SessionState;
  dispatch: (action: EntryAction) => void;
  dispatchOnNewest: (action: EntryAction) => void;
  dispatchForOwner: (action: EntryAction) => void;
  /** Settles when the server has responded. */
  discard: () => Promise<void>;
  calls: FormCalls;
  uploads: FileUploads;
}

/** What a person can do with an entry. Discarding, resolving and starting over return an undo function. */
export function entryCommands({
  getSession,
  dispatch,
  dispatchOnNewest,
  dispatchForOwner,
  discard,
  calls,
  uploads,
}: CommandOptions): Omit<EntrySession, 'getState' | 'subscribe' | 'load' | 'saveNow'> {
  const stateToRestore = () => {
    const { entry, key } = getSession();
    return { entry, key };
  };
  return {
    setValue: (alias, value) => dispatchForOwner({ type: 'valueChanged', alias, value }),
    discard: async () => {
      const before = stateToRestore();
      await discard();
      return () => dispatch({ type: 'restored', before });
    },
    resolve: (values, files) => {
      const { entry } = getSession();
      dispatch({ type: 'conflictResolved', values, files });
      return () => dispatch({ type: 'conflictReopened', entry });
    },
    startOver: () => {
      const before = stateToRestore();
      dispatch({ type: 'startedOver' });
      return () => dispatch({ type: 'restored', before });
    },
    submit: () => dispatchForOwner({ type: 'submitRequested', newKey: crypto.randomUUID(), isNew: false }),
    stopSubmitting: () => dispatch({ type: 'submitStopped' }),
    submitAsNew: () => dispatchForOwner({ type: 'submitRequested', newKey: crypto.randomUUID(), isNew: true }),
    startAnother: () => dispatchOnNewest({ type: 'anotherRequested' }),
    addFiles: (alias, files) => uploads.add(alias, files),
    removeFile: (alias, fileId) => {
      dispatchForOwner({ type: 'fileRemoved', alias, fileId });
      // If this fails, the server purges the file a day later.
      calls.removeFile(fileId).catch(() => undefined);
    },
    uploads,
  };
}
