import { EmptyState } from '@portico/ui/EmptyState';
import History from 'lucide-react/icons/history';
import { lazy, Suspense } from 'react';
import { PageHeading } from '../../kit/PageHeading.tsx';
import settings from '../../kit/SettingsPage.module.css';
import { t } from '../../locale/text.ts';
import { readActingFor } from '../../sign-in/actingFor.ts';

// Apart from the page, so that the first load of the portal names fewer files.
const OwnDelegations = lazy(() => import('./OwnDelegations.tsx'));

/** The user’s own rights; closed to those who act for somebody. */
export function Page() {
  return (
    <div className={settings.page}>
      <PageHeading title={t('shared.actingTitle')} />
      {readActingFor() === undefined ? (
        <Suspense>
          <OwnDelegations />
        </Suspense>
      ) : (
        <EmptyState
          headingLevel={2}
          icon={<History />}
          title={t('acting.onlyYourself')}
          description={t('acting.onlyYourselfAdvice')}
        />
      )}
    </div>
  );
}
