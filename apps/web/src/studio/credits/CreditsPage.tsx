import { useSearch } from '@tanstack/react-router';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { SectionNav } from '../../kit/SectionNav.tsx';
import { t } from '../../locale/text.ts';
import { StudioNav } from '../StudioNav.tsx';
import page from '../list/StudioPage.module.css';
import { NeedsTable } from './NeedsTable.tsx';
import { PeopleList } from './PeopleList.tsx';

const PEOPLE = '/studio/credits';
const NEEDS = `${PEOPLE}?view=needs`;

/** Who lacks which credits, and the firm's table of what licenses need. */
export function Page() {
  const { view } = useSearch({ strict: false }) as { view?: unknown };
  const isNeeds = view === 'needs';
  return (
    <div className={page.page}>
      <PageHeading title={t('credits.studioTitle')} />
      <StudioNav current="/studio/credits" />
      <SectionNav
        label={t('credits.tabs')}
        current={isNeeds ? NEEDS : PEOPLE}
        pages={[
          { href: PEOPLE, label: t('credits.tabPeople') },
          { href: NEEDS, label: t('credits.tabNeeds') },
        ]}
      />
      {isNeeds ? <NeedsTable /> : <PeopleList />}
    </div>
  );
}
