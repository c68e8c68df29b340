import { adminPagePaths, type AdminPagePath } from '@portico/contracts/admin/paths';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { adminPageLabel } from '../adminLabels.ts';
import { proofLogQuery } from '../admin.queries.ts';
import { BackupsScreen } from '../BackupsScreen.tsx';
import { HealthScreen } from '../HealthScreen.tsx';
import { JobsScreen } from '../JobsScreen.tsx';
import { MailScreen } from '../MailScreen.tsx';
import { MaintenanceScreen } from '../MaintenanceScreen.tsx';
import { ProofsScreen } from '../ProofsScreen.tsx';
import { ProvisioningScreen } from '../ProvisioningScreen.tsx';
import { RefusalsScreen } from '../RefusalsScreen.tsx';
import { StorageScreen } from '../StorageScreen.tsx';
import { TokensScreen } from '../tokens/TokensScreen.tsx';
import { SettingsScreen } from '../SettingsScreen.tsx';
import { WebhooksScreen } from '../webhooks/WebhooksScreen.tsx';
import styles from '../Admin.module.css';
import { GroupedNav } from '../../../kit/SectionNav.tsx';
import { withTexts } from '../../../locale/loadTexts.ts';
import { t } from '../../../locale/text.ts';

// Apart from the others, so that the first load of the portal names fewer files.
const DelegationsScreen = lazy(() => import('../DelegationsScreen.tsx'));
const AuditScreen = lazy(withTexts(['audit'], () => import('../audit/AuditScreen.tsx')));
const PeopleScreen = lazy(withTexts(['people', 'audience'], () => import('../people/PeopleScreen.tsx')));
const ApplicationsScreen = lazy(
  withTexts(['applications', 'audience'], () => import('../applications/ApplicationsScreen.tsx')),
);

const screens: Record<AdminPagePath, ComponentType> = {
  '/admin': HealthScreen,
  '/admin/jobs': JobsScreen,
  '/admin/mail': MailScreen,
  '/admin/maintenance': MaintenanceScreen,
  '/admin/storage': StorageScreen,
  '/admin/backups': BackupsScreen,
  '/admin/audit': AuditScreen,
  '/admin/refusals': RefusalsScreen,
  '/admin/proofs': ProofsScreen,
  '/admin/people': PeopleScreen,
  '/admin/applications': ApplicationsScreen,
  '/admin/delegates': DelegationsScreen,
  '/admin/provisioning': ProvisioningScreen,
  '/admin/tokens': TokensScreen,
  '/admin/webhooks': WebhooksScreen,
  '/admin/settings': SettingsScreen,
};

/** The administration, one screen per address: for administrators, and proofs for officers, too. */
export function Page() {
  const path = useRouterState({ select: (state) => state.location.pathname })
    .toLowerCase()
    .replace(/\/$/, '');
  const current = adminPagePaths.find((known) => known === path) ?? '/admin';
  const Screen = screens[current];
  return (
    <div className={styles.page}>
      <PageHeading title={adminPageLabel(current)} />
      <AdminNav current={current} />
      <Suspense>
        <Screen />
      </Suspense>
    </div>
  );
}

const groups = {
  operation: () => t('admin.groupOperation'),
  records: () => t('admin.groupRecords'),
  people: () => t('admin.groupPeople'),
  connections: () => t('admin.groupConnections'),
};

const groupOf: Record<AdminPagePath, keyof typeof groups> = {
  '/admin': 'operation',
  '/admin/jobs': 'operation',
  '/admin/mail': 'operation',
  '/admin/maintenance': 'operation',
  '/admin/storage': 'operation',
  '/admin/backups': 'operation',
  '/admin/audit': 'records',
  '/admin/refusals': 'records',
  '/admin/proofs': 'records',
  '/admin/people': 'people',
  '/admin/applications': 'people',
  '/admin/delegates': 'people',
  '/admin/provisioning': 'people',
  '/admin/tokens': 'connections',
  '/admin/webhooks': 'connections',
  '/admin/settings': 'connections',
};

function AdminNav({ current }: { current: AdminPagePath }) {
  const { data } = useQuery({ ...proofLogQuery(), throwOnError: false, enabled: current === '/admin/proofs' });
  // Officers open only this page.
  const isAlone = current === '/admin/proofs' && data?.isAdministrator !== true;
  return (
    <GroupedNav
      label={t('admin.administration')}
      groups={Object.entries(groups).map(([group, label]) => ({
        label: label(),
        pages: (isAlone ? [current] : adminPagePaths)
          .filter((path) => groupOf[path] === group)
          .map((href) => ({ href, label: adminPageLabel(href) })),
      }))}
      current={current}
    />
  );
}
