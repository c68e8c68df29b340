import type { StudioGrant, StudioRole } from '@portico/contracts/studio/roles';
import { t } from '../../locale/text.ts';

export const roleLabel = (role: StudioRole): string =>
  ({
    author: t('studio.roleAuthor'),
    editor: t('studio.roleEditor'),
    approver: t('studio.roleApprover'),
    administrator: t('studio.roleAdministrator'),
  })[role];

/** A role with its department. */
export const grantLabel = ({ role, department }: StudioGrant): string =>
  department === null ? roleLabel(role) : t('studio.roleOf', { role: roleLabel(role), department });
