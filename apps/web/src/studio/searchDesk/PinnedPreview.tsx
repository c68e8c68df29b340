import type { SearchResult } from '@portico/contracts/search';
import type { PersonSummary } from '@portico/contracts/studio/audience';
import { Button } from '@portico/ui/Button';
import { Select } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import { PersonPicker } from '../audience/PersonPicker.tsx';
import { linkKindLabel } from '../kinds.ts';
import page from '../Sections.module.css';
import { useThrottledValue } from '../useThrottledValue.ts';
import { pinnedPreviewQuery } from './searchDesk.queries.ts';

interface PinnedPreviewProps {
  terms: readonly string[];
  itemIds: string[];
}

/** What a reader finds for a term today, and with the answer. */
export function PinnedPreview({ terms, itemIds }: PinnedPreviewProps) {
  const [chosen, setChosen] = useState('');
  const [person, setPerson] = useState<PersonSummary>();
  const term = useThrottledValue(terms.includes(chosen) ? chosen : terms[0]!);
  const { data, isError } = useQuery({
    ...pinnedPreviewQuery({ term, itemIds, personId: person?.id ?? null }),
    enabled: term.length > 1,
  });
  return (
    <section className={page.section} aria-labelledby="pinned-preview">
      <h3 id="pinned-preview">{t('searchDesk.preview')}</h3>
      {terms.length > 1 && (
        <Select
          label={t('searchDesk.previewTerm')}
          value={terms.includes(chosen) ? chosen : terms[0]!}
          onChange={setChosen}
          options={[...new Set(terms)].map((each) => ({ value: each, label: each }))}
        />
      )}
      {person ? (
        <div className={rows.tools}>
          <p role="status">{t('searchDesk.previewing', { name: person.name })}</p>
          <Button size="small" onPress={() => setPerson(undefined)}>
            {t('searchDesk.endPreview')}
          </Button>
        </div>
      ) : (
        <PersonPicker label={t('searchDesk.previewAs')} onPick={setPerson} />
      )}
      {isError && <p role="alert">{t('searchDesk.previewFailed')}</p>}
      {data && !isError && (
        <div className={page.lists}>
          <Side title={t('searchDesk.today')} pinned={data.pinnedToday} results={data.results} total={data.total} />
          <Side title={t('searchDesk.then')} pinned={data.pinnedThen} results={data.results} total={data.total} />
        </div>
      )}
    </section>
  );
}

interface SideProps {
  title: string;
  pinned: SearchResult[];
  results: SearchResult[];
  total: number;
}

function Side({ title, pinned, results, total }: SideProps) {
  const id = useId();
  return (
    <section className={page.list} aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      {pinned.length > 0 && <Results label={t('searchDesk.above')} results={pinned} />}
      <p className={rows.facts}>{t('searchDesk.total', { count: total })}</p>
      {results.length > 0 && <Results label={t('searchDesk.results')} results={results} />}
    </section>
  );
}

function Results({ label, results }: { label: string; results: SearchResult[] }) {
  return (
    <ol aria-label={label}>
      {results.map(({ id, header, kind }) => (
        <li key={id} className={page.entry}>
          <span>{header.map(({ text }) => text).join('')}</span>
          <span className={rows.facts}>{linkKindLabel(kind)}</span>
        </li>
      ))}
    </ol>
  );
}
