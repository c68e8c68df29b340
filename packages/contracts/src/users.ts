import { z } from 'zod/mini';
import { applicationNames } from './applications.ts';
import { endpoint, roles } from './base/endpoint.ts';

/** Label of each advisor type, shown under the user's name. Source: spec §3. */
export const advisorTypeLabels = {
  AdvisorCorporate: 'Advisor (Corporate)',
  AdvisorBrokerOnly: 'Advisor (Broker Only)',
  AdvisorHybrid: 'Advisor (Hybrid)',
  AdvisorIFA: 'Advisor (IAR Only)',
  LicensedAssistant: 'Licensed Assistant',
  LicensedAssistantReg65: 'Licensed Assistant',
  Nla: 'Non-licensed Assistant',
  NlaVirtual: 'Non-licensed Assistant',
  NlaReg65: 'Advisory Assistant',
  InsuranceOnly: 'Insurance Only',
  InsuranceOnlyReg65: 'Insurance Only',
} as const;
export type AdvisorType = keyof typeof advisorTypeLabels;
export const advisorTypes = Object.keys(advisorTypeLabels) as [AdvisorType, ...AdvisorType[]];
export const AdvisorType = z.enum(advisorTypes);

export const AccessLevel = z.enum(['None', 'ActionRequired', 'Access']);
export type AccessLevel = z.infer<typeof AccessLevel>;

/** Also false for unknown levels, which a newer server or another one might return. */
export const givesAccess = (level: AccessLevel): level is Exclude<AccessLevel, 'None'> =>
  level === 'Access' || level === 'ActionRequired';

/** Fields are null when the identity provider sent nothing. Source: spec §3. */
export const CurrentUser = z.object({
  nickname: z.nullable(z.string()),
  givenName: z.nullable(z.string()),
  surname: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  advisorType: z.nullable(AdvisorType),
  /** Only for what to offer; every call checks again. */
  roles: z.array(z.enum(roles)),
  /** `launchUrl` is the link of its card: an address from the settings, or null if none is configured. */
  applications: z.array(
    z.object({ application: z.enum(applicationNames), accessLevel: AccessLevel, launchUrl: z.nullable(z.string()) }),
  ),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/**
 * Nickname, or else given name, followed by the surname; or the surname alone; empty when all are missing. Source: spec
 * §3.
 */
export function displayName(user: Pick<CurrentUser, 'nickname' | 'givenName' | 'surname'>): string {
  return [user.nickname || user.givenName, user.surname].filter(Boolean).join(' ');
}

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/v1/users/current',
  summary: 'The signed-in person',
  response: CurrentUser,
});
