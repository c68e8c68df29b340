import { useSearch } from '@tanstack/react-router';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { SectionNav } from '../../kit/SectionNav.tsx';
import { t } from '../../locale/text.ts';
import { StudioNav } from '../StudioNav.tsx';
import page from '../StudioPage.module.css';
import { CertificateCheck } from './CertificateCheck.tsx';
import { ClaimsList } from './ClaimsList.tsx';
import { NeedsTable } from './NeedsTable.tsx';
import { PeopleList } from './PeopleList.tsx';

const PEOPLE = '/studio/credits';
const NEEDS = `${PEOPLE}?view=needs`;
const CLAIMS = `${PEOPLE}?view=claims`;
const CERTIFICATES = `${PEOPLE}?view=certificates`;

/** Who lacks which credits, and the firm's table of what licenses need. */
export function Page() {
  const { view } = useSearch({ strict: false }) as { view?: unknown };
  return (
    <div className={page.page}>
      <PageHeading title={t('credits.studioTitle')} />
      <StudioNav current="/studio/credits" />
      <SectionNav
        label={t('credits.tabs')}
        current={{ needs: NEEDS, claims: CLAIMS, certificates: CERTIFICATES }[String(view)] ?? PEOPLE}
        pages={[
          { href: PEOPLE, label: t('credits.tabPeople') },
          { href: NEEDS, label: t('credits.tabNeeds') },
          { href: CLAIMS, label: t('credits.tabClaims') },
          { href: CERTIFICATES, label: t('credits.tabCertificates') },
        ]}
      />
      {view === 'needs' ? (
        <NeedsTable />
      ) : view === 'claims' ? (
        <ClaimsList />
      ) : view === 'certificates' ? (
        <CertificateCheck />
      ) : (
        <PeopleList />
      )}
    </div>
  );
}
