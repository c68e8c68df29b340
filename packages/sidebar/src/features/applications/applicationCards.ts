import {
  ADD_APPLICATION,
  COMPENSATION_SYSTEM,
  UNLISTED_APPLICATION,
  type ApplicationName,
} from '@portico/contracts/applications';
import { isSafeHref } from '@portico/contracts/richText';
import type { AccessLevel, CurrentUser } from '@portico/contracts/users';

/** Addresses that the application which hosts the sidebar knows. Source: spec §3 Sidebar configuration. */
export interface ApplicationAddresses {
  compensationSystemUrl?: string | undefined;
  addNewApplicationUrl?: string | undefined;
}

export interface ApplicationCard {
  name: ApplicationName;
  accessLevel: Exclude<AccessLevel, 'None'>;
  /** Where it leads, in a new tab; undefined when nobody told. */
  href: string | undefined;
}

/**
 * The cards of a person: every application with any access but None, by label without regard to case, never SalesForce
 * ExperienceCloud. "Add new application to list" is last, with Access, and there only when `config` gives its address.
 * The other addresses are those of `config`, else the launch addresses of the settings. Source: spec §2 Applications panel.
 */
export function applicationCards(
  applications: CurrentUser['applications'],
  config: ApplicationAddresses = {},
): ApplicationCard[] {
  const cards = applications.flatMap(({ application: name, accessLevel, launchUrl }): ApplicationCard[] => {
    if (accessLevel === 'None' || name === UNLISTED_APPLICATION || name === ADD_APPLICATION) return [];
    const configured = name === COMPENSATION_SYSTEM ? config.compensationSystemUrl : undefined;
    return [{ name, accessLevel, href: usable(configured) ?? usable(launchUrl) }];
  });
  const addHref = usable(config.addNewApplicationUrl);
  return [
    ...cards.sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' })),
    ...(addHref === undefined ? [] : [{ name: ADD_APPLICATION, accessLevel: 'Access' as const, href: addHref }]),
  ];
}

/** The address when it may be followed. */
function usable(address: string | null | undefined): string | undefined {
  return address && isSafeHref(address) ? address : undefined;
}
