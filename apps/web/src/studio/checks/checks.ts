import type { Check, CheckCode } from '@portico/authoring/checks/checkDraft';
import type { ContentComponent } from '@portico/kinds/content';
import { fieldKey } from '@portico/contracts/studio/draft';
import { fieldLabel } from '@portico/kinds/itemForms';
import { fieldNames } from '@portico/kinds/items';
import { t, type TextKey } from '../../locale/text.ts';
import { describedAt } from '../componentKinds.ts';

const labels: Record<CheckCode, TextKey> = {
  Missing: 'studio.checkMissing',
  Incomplete: 'studio.checkIncomplete',
  EmptyComponent: 'studio.checkEmptyComponent',
  NoAlternativeText: 'studio.checkNoAlternativeText',
  NoLicense: 'studio.checkNoLicense',
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
  SecondConfirmation: 'studio.checkSecondConfirmation',
  SocialSecurityNumber: 'studio.checkSocialSecurityNumber',
  CardNumber: 'studio.checkCardNumber',
  AccountNumber: 'studio.checkAccountNumber',
};

/** What is wrong and how to fix it. Pass the component if the check is about one. */
export function checkLabel({ code, key, words }: Check, component?: ContentComponent): string {
  const name = fieldNames.find((one) => fieldKey(one) === key);
  if (name && code === 'Missing') return t('studio.checkMissingField', { field: fieldLabel(name) });
  if (name === 'credits' && code === 'Incomplete') return t('studio.checkIncompleteCredits');
  if (name && code === 'Incomplete') return t('studio.checkIncompleteField', { field: fieldLabel(name) });
  const property = code === 'Incomplete' && component ? describedAt(component.type, words).label : undefined;
  if (property !== undefined) return t('studio.checkIncompleteProperty', { property });
  return t(labels[code], { words });
}
