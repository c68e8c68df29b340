import type { ChosenCheck } from '@portico/contracts/studio/studioChecks';
import type { TextKey } from '../../locale/text.ts';

/** What a check looks for. */
export const ruleLabels: Record<ChosenCheck, TextKey> = {
  NoAlternativeText: 'studio.ruleNoAlternativeText',
  SkippedHeading: 'studio.ruleSkippedHeading',
  VagueLink: 'studio.ruleVagueLink',
  NoTableHeader: 'studio.ruleNoTableHeader',
  UnnamedTable: 'studio.ruleUnnamedTable',
  EmptyComponent: 'studio.ruleEmptyComponent',
  SmallPicture: 'studio.ruleSmallPicture',
  DeadLink: 'studio.ruleDeadLink',
  NoOwner: 'studio.ruleNoOwner',
  NoReviewDate: 'studio.ruleNoReviewDate',
  NoDescription: 'studio.ruleNoDescription',
  SocialSecurityNumber: 'studio.ruleSocialSecurityNumber',
  CardNumber: 'studio.ruleCardNumber',
  AccountNumber: 'studio.ruleAccountNumber',
};
