import type { PinnedAnswer, PinnedAnswerList } from '@portico/contracts/pinnedAnswers';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { SearchField } from '@portico/ui/SearchField';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import Pin from 'lucide-react/icons/pin';
import { useState } from 'react';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import page from '../Sections.module.css';
import { StudioNav } from '../StudioNav.tsx';
import { AnswerDialog, type EditedAnswer } from './AnswerDialog.tsx';
import { AnswerRow } from './AnswerRow.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { PinnedHistory } from './PinnedHistory.tsx';
import { pinnedAnswersQuery } from './searchDesk.queries.ts';
import { useChangeAnswers } from './useChangeAnswers.ts';

/** What search answers with besides its results, for administrators of the whole studio. */
export function Page() {
  const { data } = useQuery(pinnedAnswersQuery());
  return (
    <div className={page.page}>
      <PageHeading title={t('studio.searchDesk')} />
      <StudioNav current="/studio/search" />
      <p className={page.lead}>
        {t('searchDesk.lead')} <PortalLink href="/search/abbreviations">{t('searchDesk.abbreviations')}</PortalLink>
      </p>
      {data ? <Answers list={data} /> : <Skeleton shape="box" height="24rem" />}
    </div>
  );
}

const newAnswer = (): EditedAnswer => ({ id: crypto.randomUUID(), isNew: true, terms: [], items: [] });

function Answers({ list }: { list: PinnedAnswerList }) {
  const [typed, setTyped] = useState('');
  const [edited, setEdited] = useState<EditedAnswer>();
  const [merged, setMerged] = useState<PinnedAnswer>();
  const { retire } = useChangeAnswers();
  const wanted = typed.trim().toLowerCase();
  const shown = list.answers.filter(({ terms, items }) =>
    [...terms, ...items.map(({ title }) => title)].some((each) => each.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <div>
        <Button variant="primary" onPress={() => setEdited(newAnswer())}>
          {t('searchDesk.add')}
        </Button>
      </div>
      {list.answers.length === 0 ? (
        <EmptyState
          headingLevel={2}
          icon={<Pin />}
          title={t('searchDesk.none')}
          description={t('searchDesk.noneAdvice')}
        />
      ) : (
        <section className={page.section} aria-label={t('searchDesk.answers')}>
          <SearchField
            label={t('searchDesk.find')}
            placeholder={t('searchDesk.find')}
            value={typed}
            onChange={setTyped}
          />
          {shown.length === 0 && <p role="status">{t('searchDesk.noneFound', { text: typed.trim() })}</p>}
          <ul className={rows.rows} aria-label={t('searchDesk.answers')}>
            {shown.map((answer) => (
              <AnswerRow
                key={answer.id}
                answer={answer}
                canMerge={list.answers.length > 1}
                onEdit={() => setEdited({ ...answer, isNew: false })}
                onMerge={() => setMerged(answer)}
                onRetire={() => void retire(answer, list.version)}
              />
            ))}
          </ul>
        </section>
      )}
      <PinnedHistory list={list} />
      {edited && <AnswerDialog list={list} edited={edited} onClose={() => setEdited(undefined)} />}
      {merged && <MergeDialog list={list} merged={merged} onClose={() => setMerged(undefined)} />}
    </>
  );
}
