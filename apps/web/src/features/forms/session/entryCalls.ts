import { ApiError } from '@portico/client/ApiError';
import type { FormCalls } from '../forms.queries.ts';
import type { EntryAction, LoadContext, SaveCall, Submission } from './sessionState.ts';

interface Dispatchers {
  dispatch: (action: EntryAction) => void;
  /** After adopting a newer draft of another tab. */
  dispatchOnDraft: (action: EntryAction) => void;
  /** The same, unless another person has signed in. */
  dispatchForOwner: (action: EntryAction) => void;
  /** Whether this browser has a draft. */
  hasDraft: () => boolean;
}

/** The calls of a session; each dispatches its answer or its failure. */
export function entryCalls(calls: FormCalls, { dispatch, dispatchOnDraft, dispatchForOwner, hasDraft }: Dispatchers) {
  async function load(asked: LoadContext): Promise<void> {
    await calls.load().then(
      (answer) => dispatchForOwner({ type: 'loadAnswered', answer, asked }),
      (error: unknown) => dispatch({ type: 'loadFailed', error, asked, hasDraft: hasDraft() }),
    );
  }

  async function save({ save: body, form, generation, isLeaving }: SaveCall): Promise<void> {
    const call = { save: body, form, generation, isLeaving };
    const answered = calls.save(body, isLeaving).then(async (answer) => {
      const isOtherForm =
        answer.result === 'Conflict' && answer.saved !== null && answer.saved.formVersion !== body.formVersion;
      if (!isOtherForm) return { answer, theirForm: form };
      // The answer has only the values; the form they belong to comes with the whole entry.
      const state = await calls.load();
      return { answer, theirForm: state.savedForm ?? state.form };
    });
    await answered.then(
      (answer) => dispatchOnDraft({ type: 'saveAnswered', call, ...answer }),
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

  /** Rejects when the entry could not be discarded. */
  async function discard(): Promise<void> {
    try {
      await calls.discard();
    } catch (error) {
      dispatch({ type: 'discardFailed' });
      throw error;
    }
    dispatch({ type: 'discardAnswered' });
  }

  /** What is not the server's or the network's fault is ours, and has to surface. */
  function fail(action: EntryAction, error: unknown): void {
    dispatch(action);
    if (!(error instanceof ApiError)) throw error;
  }

  return { load, save, submit, discard };
}
