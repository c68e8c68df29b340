import { z } from 'zod/mini';
import { AdvisorType } from '@portico/kinds/advisorType';
import { applicationNames } from './applications.ts';
import { endpoint, roles } from './base/endpoint.ts';

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
