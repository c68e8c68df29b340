import type { PinnedAnswerList, PinnedChange } from '@portico/contracts/pinnedAnswers';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { ChangeList } from '../../kit/list/ChangeList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import page from '../Sections.module.css';
import { termsLabel } from './termsLabel.ts';
import { useChangeAnswers } from './useChangeAnswers.ts';

const texts = {
  Add: 'searchDesk.changedAdd',
  Change: 'searchDesk.changedChange',
  Merge: 'searchDesk.changedMerge',
  Retire: 'searchDesk.changedRetire',
} as const;

const changeLabel = ({ kind, terms, termsAfter }: PinnedChange): string =>
  t(texts[kind], { terms: termsLabel(terms), after: termsLabel(termsAfter) });

/** What was done with pinned answers, the latest first, with a way back. */
export function PinnedHistory({ list }: { list: PinnedAnswerList }) {
  const { undo } = useChangeAnswers();
  return (
    <section className={page.section} aria-labelledby="pinned-history">
      <h2 id="pinned-history" className={page.subtitle}>
        {t('searchDesk.history')}
      </h2>
      {list.changes.length === 0 && <p className={rows.facts}>{t('searchDesk.noHistory')}</p>}
      {list.changes.length > 0 && (
        <ChangeList
          labelledBy="pinned-history"
          changes={list.changes}
          labelOf={changeLabel}
          factsOf={whoAndWhen}
          undoLabelOf={(change) => t('searchDesk.undoOf', { change })}
          onUndo={(change) => undo(change, list.version)}
        />
      )}
    </section>
  );
}

function whoAndWhen({ madeAt, madeBy, undoneAt, undoneBy }: PinnedChange): string {
  const someone = t('searchDesk.someone');
  return [
    t('searchDesk.changedBy', { name: madeBy ?? someone, day: newsDateLabel(madeAt), time: timeLabel(madeAt) }),
    undoneAt !== null && t('searchDesk.undoneBy', { name: undoneBy ?? someone, day: newsDateLabel(undoneAt) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
