import {
  undoFilingChange,
  type FilingChange,
  type FilingList,
  type FilingScope,
} from '@portico/contracts/studio/filing';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { ChangeList } from '../../kit/list/ChangeList.tsx';
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
  const { queryKey } = filingNamesQuery(scope);
  const undo = async ({ id }: FilingChange) => {
    try {
      const params = { scope, changeId: String(id) };
      cache.setQueryData(queryKey, await call(undoFilingChange, { params, body: { version: list.version } }));
      showToast(t('filing.saidUndone'), { type: 'success' });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
      void cache.invalidateQueries({ queryKey });
    }
  };
  return (
    <section className={page.section} aria-labelledby="filing-history">
      <h2 id="filing-history" className={page.subtitle}>
        {t('filing.history')}
      </h2>
      {list.changes.length === 0 && <p className={rows.facts}>{t('filing.noHistory')}</p>}
      {list.changes.length > 0 && (
        <ChangeList
          labelledBy="filing-history"
          changes={list.changes}
          labelOf={changeLabel}
          factsOf={whoAndWhen}
          undoLabelOf={(change) => t('filing.undoOf', { change })}
          onUndo={undo}
        />
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
