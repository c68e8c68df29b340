import type { Check, CheckCode } from '@portico/authoring/checks/checkDraft';
import type { ContentComponent } from '@portico/kinds/content';
import { fieldKey, fieldNames, type FieldName } from '@portico/contracts/studio/draft';
import { t, type TextKey } from '../../../locale/text.ts';
import { propertyLabel } from '../componentKinds.ts';

const fieldLabels: Record<FieldName, TextKey> = {
  header: 'studio.field_header',
  description: 'studio.field_description',
  categories: 'studio.field_categories',
  audience: 'studio.field_audience',
  audienceRule: 'studio.field_audience',
  publishedAt: 'studio.field_publishedAt',
  expiresAt: 'studio.field_expiresAt',
  authorDepartment: 'studio.field_authorDepartment',
  image: 'studio.field_image',
  startsAt: 'studio.field_startsAt',
  endsAt: 'studio.field_endsAt',
  timeZone: 'studio.field_timeZone',
  locationType: 'studio.field_locationType',
  location: 'studio.field_location',
  joinLink: 'studio.field_joinLink',
  speakers: 'studio.field_speakers',
  registration: 'studio.field_registration',
  department: 'studio.field_department',
  owner: 'studio.field_owner',
  reviewedAt: 'studio.field_reviewedAt',
  file: 'studio.field_file',
  path: 'studio.field_path',
  notificationBanner: 'studio.field_notificationBanner',
  widgets: 'studio.field_widgets',
};
export const fieldLabel = (name: FieldName): string => t(fieldLabels[name]);

const labels: Record<CheckCode, TextKey> = {
  Missing: 'studio.checkMissing',
  Incomplete: 'studio.checkIncomplete',
  EmptyComponent: 'studio.checkEmptyComponent',
  NoAlternativeText: 'studio.checkNoAlternativeText',
  SkippedHeading: 'studio.checkSkippedHeading',
  VagueLink: 'studio.checkVagueLink',
  NoTableHeader: 'studio.checkNoTableHeader',
  UnnamedTable: 'studio.checkUnnamedTable',
  SmallPicture: 'studio.checkSmallPicture',
  DeadLink: 'studio.checkDeadLink',
  NoOwner: 'studio.checkNoOwner',
  NoReviewDate: 'studio.checkNoReviewDate',
  NoDescription: 'studio.checkNoDescription',
  Nobody: 'studio.checkNobody',
  SocialSecurityNumber: 'studio.checkSocialSecurityNumber',
  CardNumber: 'studio.checkCardNumber',
  AccountNumber: 'studio.checkAccountNumber',
};

/** What is wrong and how to fix it. Pass the component if the check is about one. */
export function checkLabel({ code, key, words }: Check, component?: ContentComponent): string {
  const name = fieldNames.find((one) => fieldKey(one) === key);
  if (name && code === 'Missing') return t('studio.checkMissingField', { field: fieldLabel(name) });
  if (name && code === 'Incomplete') return t('studio.checkIncompleteField', { field: fieldLabel(name) });
  const property = code === 'Incomplete' && component ? propertyLabel(component.type, words) : undefined;
  if (property !== undefined) return t('studio.checkIncompleteProperty', { property });
  return t(labels[code], { words });
}
