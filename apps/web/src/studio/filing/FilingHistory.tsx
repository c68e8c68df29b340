import {
  undoFilingChange,
  type FilingChange,
  type FilingList,
  type FilingScope,
} from '@portico/contracts/studio/filing';
import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import page from '../Sections.module.css';
import { filingNamesQuery } from './filing.queries.ts';

const texts = { Rename: 'filing.changedRename', Merge: 'filing.changedMerge', Retire: 'filing.changedRetire' } as const;
const changeLabel = ({ kind, from, to }: FilingChange): string => t(texts[kind], { from, to: to ?? '' });

/** What was done with the names, the latest first, with a way back. */
export function FilingHistory({ scope, list }: { scope: FilingScope; list: FilingList }) {
  const cache = useQueryClient();
  const [undoing, setUndoing] = useState<number>();
  const { queryKey } = filingNamesQuery(scope);
  const undo = async ({ id }: FilingChange) => {
    setUndoing(id);
    try {
      const params = { scope, changeId: String(id) };
      cache.setQueryData(queryKey, await call(undoFilingChange, { params, body: { version: list.version } }));
      showToast(t('filing.saidUndone'), { type: 'success' });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
      void cache.invalidateQueries({ queryKey });
    } finally {
      setUndoing(undefined);
    }
  };
  return (
    <section className={page.section} aria-labelledby="filing-history">
      <h2 id="filing-history" className={page.subtitle}>
        {t('filing.history')}
      </h2>
      {list.changes.length === 0 && <p className={rows.facts}>{t('filing.noHistory')}</p>}
      {list.changes.length > 0 && (
        <ol className={rows.rows} aria-labelledby="filing-history">
          {list.changes.map((change) => (
            <li key={change.id} className={rows.row}>
              <div className={rows.what}>
                <p className={rows.title}>{changeLabel(change)}</p>
                <p className={rows.facts}>{whoAndWhen(change)}</p>
              </div>
              {change.mayUndo && (
                <Button
                  size="small"
                  aria-label={t('filing.undoOf', { change: changeLabel(change) })}
                  pending={undoing === change.id}
                  onPress={() => void undo(change)}
                >
                  {t('filing.undo')}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function whoAndWhen({ madeAt, madeBy, undoneAt, undoneBy }: FilingChange): string {
  const someone = t('filing.someone');
  return [
    t('filing.changedBy', { name: madeBy ?? someone, day: newsDateLabel(madeAt), time: timeLabel(madeAt) }),
    undoneAt !== null && t('filing.undoneBy', { name: undoneBy ?? someone, day: newsDateLabel(undoneAt) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
