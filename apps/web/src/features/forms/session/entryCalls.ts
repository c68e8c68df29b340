import { ApiError } from '@portico/client/ApiError';
import type { FormCalls } from '../forms.queries.ts';
import type { EntryAction, LoadContext, SaveCall, Submission } from './sessionState.ts';

interface Dispatchers {
  dispatch: (action: EntryAction) => void;
  /** Adopts a newer unsent entry from another tab first. */
  dispatchOnNewest: (action: EntryAction) => void;
  /** The same, but only if no other person has signed in. */
  dispatchForOwner: (action: EntryAction) => void;
  /** Whether this browser has an unsent entry. */
  hasUnsentEntry: () => boolean;
}

/** The calls of a session; each dispatches its response or its failure. */
export function entryCalls(
  calls: FormCalls,
  { dispatch, dispatchOnNewest, dispatchForOwner, hasUnsentEntry }: Dispatchers,
) {
  async function load(context: LoadContext): Promise<void> {
    await calls.load().then(
      (answer) => dispatchForOwner({ type: 'loadAnswered', answer, context }),
      (error: unknown) => dispatch({ type: 'loadFailed', error, context, hasUnsentEntry: hasUnsentEntry() }),
    );
  }

  async function save({ save: body, form, generation, isLeaving }: SaveCall): Promise<void> {
    const call = { save: body, form, generation, isLeaving };
    const answered = calls.save(body, isLeaving).then(async (answer) => {
      const isOtherForm =
        answer.result === 'Conflict' && answer.saved !== null && answer.saved.formVersion !== body.formVersion;
      if (!isOtherForm) return { answer, theirForm: form };
      // The response has only the values; loading the whole entry also returns their version of the form.
      const state = await calls.load();
      return { answer, theirForm: state.savedForm ?? state.form };
    });
    await answered.then(
      (answer) => dispatchOnNewest({ type: 'saveAnswered', call, ...answer }),
      (error: unknown) => fail({ type: 'saveFailed', call, error }, error),
    );
  }

  async function submit(submission: Submission): Promise<void> {
    const { key, values, formVersion } = submission;
    await calls.submit({ values, formVersion }, key).then(
      (receipt) => dispatch({ type: 'submitAnswered', submission, receipt }),
      (error: unknown) => fail({ type: 'submitFailed', submission, error }, error),
    );
  }

  /** Rejects if the entry could not be discarded. */
  async function discard(): Promise<void> {
    try {
      await calls.discard();
    } catch (error) {
      dispatch({ type: 'discardFailed' });
      throw error;
    }
    dispatch({ type: 'discardAnswered' });
  }

  /** An error that is neither the server's nor the network's is a bug of ours and must surface. */
  function fail(action: EntryAction, error: unknown): void {
    dispatch(action);
    if (!(error instanceof ApiError)) throw error;
  }

  return { load, save, submit, discard };
}
