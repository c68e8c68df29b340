import type { AudienceDimension } from '@portico/kinds/audience';
import { advisorTypeLabels, type AdvisorType } from '@portico/kinds/advisorType';
import { t, type TextKey } from '../locale/text.ts';

/** Notes that distinguish advisor types with the same label. */
const notes: Partial<Record<AdvisorType, string>> = {
  LicensedAssistantReg65: 'Reg 65',
  NlaVirtual: 'Virtual',
  NlaReg65: 'Reg 65',
  InsuranceOnlyReg65: 'Reg 65',
};

export function advisorTypeLabel(type: AdvisorType): string {
  const note = notes[type];
  return note === undefined ? advisorTypeLabels[type] : `${advisorTypeLabels[type]} (${note})`;
}

const dimensionLabels: Record<AudienceDimension, TextKey> = {
  advisorType: 'audience.advisorType',
  role: 'audience.role',
  firm: 'audience.firm',
  branch: 'audience.branch',
  state: 'audience.state',
  license: 'audience.license',
  team: 'audience.team',
  person: 'audience.person',
};

/** Label of a dimension of facts. Needs the texts of the `audience` bundle. */
export const dimensionLabel = (dimension: AudienceDimension): string => t(dimensionLabels[dimension]);

/** Label of a value. Values such as firms and branches are their own label. */
export function factLabel(dimension: AudienceDimension, value: string): string {
  if (dimension === 'advisorType') return advisorTypeLabel(value as AdvisorType);
  if (dimension !== 'role') return value;
  const roles: Record<string, string> = {
    member: t('audience.roleMember'),
    editor: t('audience.roleEditor'),
    admin: t('audience.roleAdmin'),
    'studio-author': t('audience.roleStudioAuthor'),
    'studio-editor': t('audience.roleStudioEditor'),
    'studio-approver': t('audience.roleStudioApprover'),
    'studio-administrator': t('audience.roleStudioAdministrator'),
    'studio-compliance': t('audience.roleStudioCompliance'),
  };
  return roles[value] ?? value;
}
