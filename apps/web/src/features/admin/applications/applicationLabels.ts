import { EVERYONE, type ApplicationPerson } from '@portico/contracts/admin/applications';
import { ADD_APPLICATION, UNLISTED_APPLICATION, type ApplicationName } from '@portico/contracts/applications';
import type { AccessLevel } from '@portico/contracts/users';
import type { AudienceDimension } from '@portico/kinds/audience';
import { dimensionLabel, factLabel } from '../../../kit/factLabels.ts';
import { t } from '../../../locale/text.ts';
import { stringifySearch } from '../../../routing/searchParams.ts';

export const applicationHref = (application: ApplicationName): string =>
  `/admin/applications${stringifySearch({ application })}`;
export const personHref = (person: string): string => `/admin/applications${stringifySearch({ person })}`;

export const levelLabel = (level: AccessLevel): string =>
  ({
    Access: t('applications.levelAccess'),
    ActionRequired: t('applications.levelActionRequired'),
    None: t('applications.levelNone'),
  })[level];

/** "Branch: Denver" */
export function groupLabel(fact: string): string {
  if (fact === EVERYONE) return t('applications.everyone');
  const colon = fact.indexOf(':');
  const dimension = fact.slice(0, colon) as AudienceDimension;
  return t('applications.group', {
    dimension: dimensionLabel(dimension),
    value: factLabel(dimension, fact.slice(colon + 1)),
  });
}

/** Why a person has their level. */
export function originLabel({
  ownLevel,
  groupLevel,
  fact,
}: Pick<ApplicationPerson, 'ownLevel' | 'groupLevel' | 'fact'>): string {
  const group =
    groupLevel === null || fact === null ? undefined : { level: levelLabel(groupLevel), group: groupLabel(fact) };
  if (ownLevel === null) return group ? t('applications.byGroup', group) : t('applications.byNothing');
  return group ? t('applications.insteadOfGroup', group) : t('applications.byPerson');
}

/** What else decides whether people see the card. */
export function noteOn(application: ApplicationName): string | undefined {
  if (application === UNLISTED_APPLICATION) return t('applications.neverListed');
  return application === ADD_APPLICATION ? t('applications.needsAddress') : undefined;
}
