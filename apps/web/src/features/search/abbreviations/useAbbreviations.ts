import { ApiError } from '@portico/client/ApiError';
import type { Abbreviation } from '@portico/contracts/search';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../../locale/text.ts';
import type { AbbreviationProblems } from './abbreviationProblems.ts';
import {
  abbreviationsQuery,
  type AbbreviationInput,
  addAbbreviation,
  changeAbbreviation,
  removeAbbreviation,
} from '../search.queries.ts';

/** How saving a change ended: `saved`, refused by field, or overtaken by what somebody else did, `theirs` being undefined once it is deleted. */
export type ChangeOutcome =
  | { kind: 'saved' }
  | { kind: 'refused'; problems: AbbreviationProblems }
  | { kind: 'overtaken'; theirs: Abbreviation | undefined };

export interface AbbreviationActions {
  /** Answers what is wrong, by field, or nothing once it is added. */
  add: (typed: AbbreviationInput) => Promise<AbbreviationProblems | undefined>;
  change: (id: string, version: number, typed: AbbreviationInput) => Promise<ChangeOutcome>;
  /** Deletes at once and offers to undo it for a while. */
  remove: (abbreviation: Abbreviation) => Promise<void>;
}

const UNDO_MS = 10_000;
const takenProblem = ({ abbreviation }: AbbreviationInput): AbbreviationProblems => ({
  abbreviation: t('search.alreadyListed', { abbreviation }),
});
const isRefusal = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status;

/** What editors do with the list. The list that is shown follows each answer; a failure is told and changes nothing. */
export function useAbbreviations(): AbbreviationActions {
  const cache = useQueryClient();
  const { queryKey } = abbreviationsQuery();
  const show = (edit: (list: Abbreviation[]) => Abbreviation[]) =>
    cache.setQueryData(
      queryKey,
      (list) => list && edit(list).sort((a, b) => a.abbreviation.localeCompare(b.abbreviation, 'en')),
    );

  const add: AbbreviationActions['add'] = async (typed) => {
    try {
      const added = await addAbbreviation(typed);
      show((list) => [...list, added]);
      showToast(t('search.added', { abbreviation: added.abbreviation }), { type: 'success' });
      return undefined;
    } catch (error) {
      return isRefusal(error, 409) ? takenProblem(typed) : problemsOf(error);
    }
  };

  const change: AbbreviationActions['change'] = async (id, version, typed) => {
    try {
      const changed = await changeAbbreviation({ id, version, ...typed });
      show((list) => list.map((other) => (other.id === id ? changed : other)));
      showToast(t('search.saved', { abbreviation: changed.abbreviation }), { type: 'success' });
      return { kind: 'saved' };
    } catch (error) {
      return isRefusal(error, 409) || isRefusal(error, 404)
        ? await whatHappened(id, version, typed)
        : { kind: 'refused', problems: problemsOf(error) };
    }
  };

  const whatHappened = async (id: string, version: number, typed: AbbreviationInput): Promise<ChangeOutcome> => {
    try {
      const list = await cache.fetchQuery({ ...abbreviationsQuery(), staleTime: 0, retry: false });
      const theirs = list.find((other) => other.id === id);
      // With the version unchanged it is another entry that has this abbreviation.
      return theirs?.version === version
        ? { kind: 'refused', problems: takenProblem(typed) }
        : { kind: 'overtaken', theirs };
    } catch (error) {
      return { kind: 'refused', problems: problemsOf(error) };
    }
  };

  const remove: AbbreviationActions['remove'] = async (gone) => {
    const { id, abbreviation, meaning } = gone;
    show((list) => list.filter((other) => other.id !== id));
    try {
      await removeAbbreviation(id);
    } catch (error) {
      // What somebody else has deleted is deleted.
      if (!isRefusal(error, 404)) {
        show((list) => [...list, gone]);
        showToast(t('search.notDeleted', { abbreviation }), { type: 'error' });
        return;
      }
    }
    const undo = () =>
      void add({ abbreviation, meaning }).then((problems) => {
        if (problems)
          showToast(t('search.notRestored', { abbreviation, reason: Object.values(problems).join(' ') }), {
            type: 'error',
          });
      });
    showToast(t('search.deleted', { abbreviation }), {
      duration: UNDO_MS,
      action: { label: t('shared.undo'), onPress: undo },
    });
  };

  return { add, change, remove };
}

/** What the server found wrong, by field; anything else stands at the first field, so that nothing typed is lost over it. */
function problemsOf(error: unknown): AbbreviationProblems {
  if (!(error instanceof ApiError)) throw error;
  const problems: AbbreviationProblems = {};
  for (const { path, message } of error.issues ?? []) {
    if (path.endsWith('abbreviation')) problems.abbreviation = message;
    if (path.endsWith('meaning')) problems.meaning = message;
  }
  return Object.keys(problems).length > 0 ? problems : { abbreviation: t('search.notSaved', { reason: error.detail }) };
}
