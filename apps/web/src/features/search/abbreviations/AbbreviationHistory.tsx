import { ApiError } from '@portico/client/ApiError';
import { undoAbbreviationChange, type AbbreviationChange } from '@portico/contracts/studio/abbreviationChanges';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { newsDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { ChangeList } from '../../../kit/list/ChangeList.tsx';
import page from '../../../kit/SettingsPage.module.css';
import { t } from '../../../locale/text.ts';
import { abbreviationsQuery } from '../search.queries.ts';
import { abbreviationChangesQuery } from './abbreviations.queries.ts';

const texts = {
  Add: 'abbreviations.changedAdd',
  Change: 'abbreviations.changedChange',
  Merge: 'abbreviations.changedMerge',
  Remove: 'abbreviations.changedRemove',
} as const;

const pairLabel = (pair: AbbreviationChange['before']): string => (pair ? t('abbreviations.pair', pair) : '');

const changeLabel = ({ kind, before, after }: AbbreviationChange): string =>
  t(texts[kind], { before: pairLabel(before), after: pairLabel(after) });

function whoAndWhen({ madeAt, madeBy, undoneAt, undoneBy }: AbbreviationChange): string {
  const someone = t('abbreviations.someone');
  return [
    t('abbreviations.changedBy', { name: madeBy ?? someone, day: newsDateLabel(madeAt), time: timeLabel(madeAt) }),
    undoneAt !== null && t('abbreviations.undoneBy', { name: undoneBy ?? someone, day: newsDateLabel(undoneAt) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What was done with abbreviations, the latest first, with a way back. */
export function AbbreviationHistory() {
  const cache = useQueryClient();
  const { data: changes } = useQuery({ ...abbreviationChangesQuery(), throwOnError: false });
  const undo = async ({ id }: AbbreviationChange) => {
    try {
      const undone = await call(undoAbbreviationChange, { params: { changeId: String(id) } });
      cache.setQueryData(abbreviationChangesQuery().queryKey, undone);
      showToast(t('abbreviations.saidUndone'), { type: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showToast(error.detail, { type: 'error' });
      void cache.invalidateQueries(abbreviationChangesQuery());
    }
    await cache.invalidateQueries(abbreviationsQuery());
  };
  if (!changes) return null;
  return (
    <section aria-labelledby="abbreviation-history" className={page.section}>
      <h2 id="abbreviation-history" className={page.subtitle}>
        {t('abbreviations.history')}
      </h2>
      {changes.items.length === 0 ? (
        <p>{t('abbreviations.noHistory')}</p>
      ) : (
        <ChangeList
          labelledBy="abbreviation-history"
          changes={changes.items}
          labelOf={changeLabel}
          factsOf={whoAndWhen}
          undoLabelOf={(change) => t('abbreviations.undoOf', { change })}
          onUndo={undo}
        />
      )}
    </section>
  );
}
