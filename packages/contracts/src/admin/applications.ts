import { z } from 'zod/mini';
import { AudienceDimension, MAX_FACT_LENGTH } from '@portico/kinds/audience';
import { applicationNames } from '../applications.ts';
import { endpoint } from '../base/endpoint.ts';
import { ListText, MAX_PAGE, page, queryInt } from '../base/paging.ts';
import { AccessLevel } from '../users.ts';

export const MAX_LAUNCH_ADDRESS = 2000;
/** Changes of the history. */
export const MAX_APPLICATION_CHANGES = 100;

/** The fact of a group that is everyone. */
export const EVERYONE = '';
/** A fact such as `branch:Denver`, or `EVERYONE`. A single person is no group. */
export const GroupFact = z
  .string()
  .check(
    z.maxLength(MAX_FACT_LENGTH + 20),
    z.regex(/^(?:(?:advisorType|role|firm|branch|state|license|team):[^\p{C}\p{Zl}\p{Zp}\s][^\p{C}\p{Zl}\p{Zp}]*)?$/u),
  );

const Application = z.enum(applicationNames);
const level = z.nullable(AccessLevel);

const AdminApplication = z.object({
  application: Application,
  /** What its card opens; null if there is none. */
  address: z.nullable(z.string()),
  /** The address of the setting, which counts while none was given here. */
  settingAddress: z.nullable(z.string()),
  /** The address that was given here. */
  ownAddress: z.nullable(z.string()),
  /** People with each level; disabled accounts don't count. */
  access: z.int(),
  actionRequired: z.int(),
  none: z.int(),
});
export type AdminApplication = z.infer<typeof AdminApplication>;

export const ApplicationChangeKind = z.enum(['Address', 'Person', 'Group']);
const ApplicationChange = z.object({
  id: z.int(),
  kind: ApplicationChangeKind,
  /** The name of the person. */
  person: z.nullable(z.string()),
  fact: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  madeAt: z.iso.datetime(),
  madeBy: z.nullable(z.string()),
  undoneAt: z.nullable(z.iso.datetime()),
  undoneBy: z.nullable(z.string()),
  mayUndo: z.boolean(),
});
export type ApplicationChange = z.infer<typeof ApplicationChange>;

const ApplicationDetail = z.extend(AdminApplication, {
  groups: z.array(z.object({ fact: z.string(), accessLevel: AccessLevel, people: z.int() })),
  /** The latest first. */
  changes: z.array(ApplicationChange),
});
export type ApplicationDetail = z.infer<typeof ApplicationDetail>;

/**
 * The level of a person for one application. `ownLevel` was given to them alone and counts first; `groupLevel` is that
 * of their groups, from the group with `fact`. Source: decisions/0345.
 */
const levels = { accessLevel: level, ownLevel: level, groupLevel: level, fact: z.nullable(z.string()) };

const ApplicationPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  isDisabled: z.boolean(),
  ...levels,
});
export type ApplicationPerson = z.infer<typeof ApplicationPerson>;

const PersonApplications = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  isDisabled: z.boolean(),
  applications: z.array(z.object({ application: Application, ...levels })),
});
export type PersonApplications = z.infer<typeof PersonApplications>;

const admin = { access: 'admin' } as const;
const params = z.object({ application: Application });

export const listApplications = endpoint({
  method: 'GET',
  path: '/api/v1/admin/applications',
  summary: 'Every application with its address and the number of people who have access',
  ...admin,
  response: z.object({ items: z.array(AdminApplication) }),
});
export const getApplication = endpoint({
  method: 'GET',
  path: '/api/v1/admin/applications/:application',
  summary: 'An application with the access of groups and the latest changes',
  ...admin,
  params,
  response: ApplicationDetail,
});
/** People whose name or address has the text; without it, those who have a level. */
export const listApplicationPeople = endpoint({
  method: 'GET',
  path: '/api/v1/admin/applications/:application/people',
  summary: 'People with their access to an application, by name',
  ...admin,
  params,
  query: z.object({
    text: z.optional(ListText),
    level: z.optional(AccessLevel),
    page: z.optional(queryInt(1, MAX_PAGE)),
  }),
  response: page(ApplicationPerson),
});
export const countApplicationGroup = endpoint({
  method: 'GET',
  path: '/api/v1/admin/applications/:application/reach',
  summary: 'How many people are in a group, and for how many of them another level would change something',
  ...admin,
  params,
  /** Without `to`, the group loses its level. */
  query: z.object({ fact: GroupFact, to: z.optional(AccessLevel) }),
  response: z.object({ people: z.int(), changed: z.int() }),
});
export const listPeopleGroups = endpoint({
  method: 'GET',
  path: '/api/v1/admin/people-groups',
  summary: 'Facts that people have, and how many people have each',
  ...admin,
  response: z.object({ items: z.array(z.object({ dimension: AudienceDimension, fact: z.string(), people: z.int() })) }),
});
export const getPersonApplications = endpoint({
  method: 'GET',
  path: '/api/v1/admin/people/:userId/applications',
  summary: 'A person’s access to every application, with the groups that decide it',
  ...admin,
  params: z.object({ userId: z.uuid() }),
  response: PersonApplications,
});
/** `from` is the value that the administrator has seen: `conflict` if it is another one now. Null is none. */
export const changeApplication = endpoint({
  method: 'POST',
  path: '/api/v1/admin/applications/:application/changes',
  summary: 'Changes the address of an application, or the access of a person or a group',
  ...admin,
  params,
  body: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('Address'),
      from: z.nullable(z.string().check(z.maxLength(MAX_LAUNCH_ADDRESS))),
      to: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_LAUNCH_ADDRESS))),
    }),
    z.object({ kind: z.literal('Person'), userId: z.uuid(), from: level, to: level }),
    z.object({ kind: z.literal('Group'), fact: GroupFact, from: level, to: level }),
  ]),
  response: ApplicationDetail,
});
/** `conflict` if it was undone or changed again since. */
export const undoApplicationChange = endpoint({
  method: 'POST',
  path: '/api/v1/admin/applications/:application/changes/:changeId/undo',
  summary: 'Undoes a change of an application',
  ...admin,
  params: z.extend(params, { changeId: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  response: ApplicationDetail,
});
