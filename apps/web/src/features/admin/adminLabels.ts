import type { AdminPagePath } from '@portico/contracts/admin/paths';
import type { TokenScope } from '@portico/contracts/admin/tokens';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';

export const adminPageLabel = (path: AdminPagePath): string =>
  ({
    '/admin': t('admin.health'),
    '/admin/jobs': t('admin.jobQueue'),
    '/admin/mail': t('admin.undeliverable'),
    '/admin/maintenance': t('admin.maintenance'),
    '/admin/storage': t('admin.storage'),
    '/admin/backups': t('admin.backups'),
    '/admin/audit': t('admin.audit'),
    '/admin/refusals': t('admin.refusals'),
    '/admin/proofs': t('admin.proofs'),
    '/admin/people': t('admin.people'),
    '/admin/applications': t('admin.applications'),
    '/admin/delegates': t('acting.everyTitle'),
    '/admin/provisioning': t('admin.provisioning'),
    '/admin/tokens': t('admin.tokens'),
    '/admin/webhooks': t('admin.webhooks'),
    '/admin/settings': t('admin.settings'),
  })[path];

/** "Mar 9, 2026, 2:32 pm" */
export const momentLabel = (instant: string): string => `${newsDateLabel(instant)}, ${timeLabel(instant)}`;

export const scopeLabel = (scope: TokenScope): string =>
  ({
    scim: t('admin.scopeScim'),
    'read:news': t('admin.scopeReadNews'),
    'read:events': t('admin.scopeReadEvents'),
    'read:resources': t('admin.scopeReadResources'),
    'read:documents': t('admin.scopeReadDocuments'),
    'read:search': t('admin.scopeReadSearch'),
  })[scope];
