import {
  ADD_APPLICATION,
  COMPENSATION_SYSTEM,
  UNLISTED_APPLICATION,
  type ApplicationName,
} from '@portico/contracts/applications';
import { isSafeHref } from '@portico/kinds/safeHref';
import { givesAccess, type AccessLevel, type CurrentUser } from '@portico/contracts/users';

/** Addresses configured by the host application. Source: spec §3 Sidebar configuration. */
export interface ApplicationAddresses {
  compensationSystemUrl?: string | undefined;
  addNewApplicationUrl?: string | undefined;
}

export interface ApplicationCard {
  name: ApplicationName;
  accessLevel: Exclude<AccessLevel, 'None'>;
  /** Opens in a new tab; undefined if unknown. */
  href: string | undefined;
}

/**
 * The user's cards: every application with Access or ActionRequired, sorted by label ignoring case, but never
 * SalesForce ExperienceCloud. "Add new application to list" is last, with Access, and only if `config` has its address.
 * Other addresses come from `config`, otherwise from the settings. Source: spec §2 Applications panel.
 */
export function applicationCards(
  applications: CurrentUser['applications'],
  config: ApplicationAddresses = {},
): ApplicationCard[] {
  const cards = applications.flatMap(({ application: name, accessLevel, launchUrl }): ApplicationCard[] => {
    if (!givesAccess(accessLevel) || name === UNLISTED_APPLICATION || name === ADD_APPLICATION) return [];
    const configured = name === COMPENSATION_SYSTEM ? config.compensationSystemUrl : undefined;
    return [{ name, accessLevel, href: safeAddress(configured) ?? safeAddress(launchUrl) }];
  });
  const addHref = safeAddress(config.addNewApplicationUrl);
  return [
    ...cards.sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' })),
    ...(addHref === undefined ? [] : [{ name: ADD_APPLICATION, accessLevel: 'Access' as const, href: addHref }]),
  ];
}

/** The address if its scheme is safe to follow. */
function safeAddress(address: string | null | undefined): string | undefined {
  return address && isSafeHref(address) ? address : undefined;
}
