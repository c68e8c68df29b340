import type { FilingList, FilingName, FilingScope } from '@portico/contracts/studio/filing';
import { EmptyState } from '@portico/ui/EmptyState';
import { SearchField } from '@portico/ui/SearchField';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import Tags from 'lucide-react/icons/tags';
import { useState } from 'react';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { SectionNav } from '../../kit/SectionNav.tsx';
import { t } from '../../locale/text.ts';
import page from '../Sections.module.css';
import { StudioNav } from '../StudioNav.tsx';
import { ChangeNameDialog, type AskedChange } from './ChangeNameDialog.tsx';
import { filingNamesQuery } from './filing.queries.ts';
import { FilingHistory } from './FilingHistory.tsx';
import { NameRow } from './NameRow.tsx';
import { UsesDialog } from './UsesDialog.tsx';

const CATEGORIES = '/studio/filing';
const DEPARTMENTS = `${CATEGORIES}?view=departments`;

/** What content is filed under, for administrators of the whole studio. */
export function Page() {
  const { view } = useSearch({ strict: false }) as { view?: unknown };
  const scope: FilingScope = view === 'departments' ? 'department' : 'category';
  const { data } = useQuery(filingNamesQuery(scope));
  return (
    <div className={page.page}>
      <PageHeading title={t('studio.filing')} />
      <StudioNav current="/studio/filing" />
      <SectionNav
        label={t('filing.tabs')}
        current={scope === 'category' ? CATEGORIES : DEPARTMENTS}
        pages={[
          { href: CATEGORIES, label: t('filing.categories') },
          { href: DEPARTMENTS, label: t('filing.departments') },
        ]}
      />
      <p className={page.lead}>{t('filing.lead')}</p>
      {data ? <Names key={scope} scope={scope} list={data} /> : <Skeleton shape="box" height="24rem" />}
    </div>
  );
}

function Names({ scope, list }: { scope: FilingScope; list: FilingList }) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<AskedChange>();
  const [used, setUsed] = useState<FilingName>();
  const wanted = typed.trim().toLowerCase();
  const shown = list.names.filter(({ name, formerNames }) =>
    [name, ...formerNames].some((each) => each.toLowerCase().includes(wanted)),
  );
  const label = t(scope === 'category' ? 'filing.categories' : 'filing.departments');
  return (
    <>
      <p role="status" className={list.isApplying ? rows.facts : undefined}>
        {list.isApplying && t('filing.applying')}
      </p>
      {list.names.length === 0 ? (
        <EmptyState
          headingLevel={2}
          icon={<Tags />}
          title={t(scope === 'category' ? 'filing.none' : 'filing.noDepartments')}
        />
      ) : (
        <section className={page.section} aria-label={label}>
          <SearchField label={t('filing.find')} placeholder={t('filing.find')} value={typed} onChange={setTyped} />
          {shown.length === 0 && <p role="status">{t('filing.noneFound', { text: typed.trim() })}</p>}
          <ul className={rows.rows} aria-label={label}>
            {shown.map((name) => (
              <NameRow
                key={name.name}
                name={name}
                onUses={() => setUsed(name)}
                onChange={(kind) => setAsked({ kind, name })}
              />
            ))}
          </ul>
        </section>
      )}
      <FilingHistory scope={scope} list={list} />
      {used && <UsesDialog scope={scope} name={used.name} onClose={() => setUsed(undefined)} />}
      {asked && <ChangeNameDialog scope={scope} list={list} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
