import { ApiError } from '@portico/client/ApiError';
import {
  type Abbreviation,
  createAbbreviation,
  deleteAbbreviation,
  updateAbbreviation,
} from '@portico/contracts/search';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { t } from '../../../locale/text.ts';
import { abbreviationChangesQuery } from './abbreviations.queries.ts';
import type { AbbreviationProblems } from './abbreviationProblems.ts';
import { abbreviationsQuery, type NewAbbreviation } from '../search.queries.ts';

/**
 * The result of a change: `saved`, `rejected` with problems by field, or `conflict` with another editor's change.
 * `theirs` is undefined if they deleted the entry.
 */
export type ChangeOutcome =
  | { kind: 'saved' }
  | { kind: 'rejected'; problems: AbbreviationProblems }
  | { kind: 'conflict'; theirs: Abbreviation | undefined };

export interface AbbreviationActions {
  /** Resolves to problems by field, or to undefined after adding. */
  add: (typed: NewAbbreviation) => Promise<AbbreviationProblems | undefined>;
  change: (id: string, version: number, typed: NewAbbreviation) => Promise<ChangeOutcome>;
  /** Deletes immediately and offers Undo for a few seconds. */
  remove: (abbreviation: Abbreviation) => Promise<void>;
}

const UNDO_MS = 10_000;
const duplicateProblem = ({ abbreviation }: NewAbbreviation): AbbreviationProblems => ({
  abbreviation: t('search.alreadyListed', { abbreviation }),
});
const hasStatus = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status;

/** Editor actions on the list. Each response updates the cached list; an error restores it. */
export function useAbbreviations(): AbbreviationActions {
  const cache = useQueryClient();
  const { queryKey } = abbreviationsQuery();
  const show = (edit: (list: Abbreviation[]) => Abbreviation[]) =>
    cache.setQueryData(
      queryKey,
      (list) => list && edit(list).sort((a, b) => a.abbreviation.localeCompare(b.abbreviation, 'en')),
    );

  const reloadHistory = () => void cache.invalidateQueries(abbreviationChangesQuery());

  const add: AbbreviationActions['add'] = async (typed) => {
    try {
      const added = await call(createAbbreviation, { body: typed });
      show((list) => [...list, added]);
      reloadHistory();
      showToast(t('search.added', { abbreviation: added.abbreviation }), { type: 'success' });
      return undefined;
    } catch (error) {
      return hasStatus(error, 409) ? duplicateProblem(typed) : toProblems(error);
    }
  };

  const change: AbbreviationActions['change'] = async (id, version, typed) => {
    try {
      const changed = await call(updateAbbreviation, { params: { abbreviationId: id }, body: { version, ...typed } });
      show((list) => list.map((other) => (other.id === id ? changed : other)));
      reloadHistory();
      showToast(t('search.saved', { abbreviation: changed.abbreviation }), { type: 'success' });
      return { kind: 'saved' };
    } catch (error) {
      return hasStatus(error, 409) || hasStatus(error, 404)
        ? await explainConflict(id, version, typed)
        : { kind: 'rejected', problems: toProblems(error) };
    }
  };

  const explainConflict = async (id: string, version: number, typed: NewAbbreviation): Promise<ChangeOutcome> => {
    try {
      const list = await cache.fetchQuery({ ...abbreviationsQuery(), staleTime: 0, retry: false });
      const theirs = list.find((other) => other.id === id);
      // An unchanged version means that another entry already has this abbreviation.
      return theirs?.version === version
        ? { kind: 'rejected', problems: duplicateProblem(typed) }
        : { kind: 'conflict', theirs };
    } catch (error) {
      return { kind: 'rejected', problems: toProblems(error) };
    }
  };

  const remove: AbbreviationActions['remove'] = async (deleted) => {
    const { id, abbreviation, meaning } = deleted;
    show((list) => list.filter((other) => other.id !== id));
    try {
      await call(deleteAbbreviation, { params: { abbreviationId: id } });
      reloadHistory();
    } catch (error) {
      // Another editor already deleted it, which is the intended result.
      if (!hasStatus(error, 404)) {
        show((list) => [...list, deleted]);
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

/**
 * Server errors by field. Any other API error goes to the first field, which keeps the typed text. Throws other errors.
 */
function toProblems(error: unknown): AbbreviationProblems {
  if (!(error instanceof ApiError)) throw error;
  const problems: AbbreviationProblems = {};
  for (const { path, message } of error.issues ?? []) {
    if (path.endsWith('abbreviation')) problems.abbreviation = message;
    if (path.endsWith('meaning')) problems.meaning = message;
  }
  return Object.keys(problems).length > 0 ? problems : { abbreviation: t('search.notSaved', { reason: error.detail }) };
}
