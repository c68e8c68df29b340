import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** Content checks whose level an administrator chooses. Missing or invalid content always blocks publication. */
export const chosenChecks = [
  'NoAlternativeText',
  'NoLicense',
  'SkippedHeading',
  'VagueLink',
  'NoTableHeader',
  'UnnamedTable',
  'EmptyComponent',
  'SmallPicture',
  'DeadLink',
  'NoOwner',
  'NoReviewDate',
  'NoDescription',
  'SocialSecurityNumber',
  'CardNumber',
  'AccountNumber',
] as const;
export const ChosenCheck = z.enum(chosenChecks);
export type ChosenCheck = z.infer<typeof ChosenCheck>;

/** Checks that are off unless an administrator turns them on. */
export const optionalChecks: readonly ChosenCheck[] = ['NoLicense'];

/** `Block` prevents publication, `Warn` only shows a warning, `Off` is for optional checks alone. */
export const CheckLevel = z.enum(['Block', 'Warn', 'Off']);
export type CheckLevel = z.infer<typeof CheckLevel>;

export const CheckRule = z
  .object({ check: ChosenCheck, level: CheckLevel })
  .check(z.refine(({ check, level }) => level !== 'Off' || optionalChecks.includes(check), 'Cannot be turned off'));
export type CheckRule = z.infer<typeof CheckRule>;
const CheckRules = z.object({ items: z.array(CheckRule).check(z.maxLength(chosenChecks.length)) });

const studio = { access: 'studio', isHidden: true } as const;

export const listCheckRules = endpoint({
  method: 'GET',
  path: '/api/v1/studio/checks',
  summary: 'Which content checks block publication',
  ...studio,
  response: CheckRules,
});
/** Checks that are not named keep their level. Only for studio administrators. */
export const saveCheckRules = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/checks',
  summary: 'Sets which content checks block publication',
  ...studio,
  body: CheckRules,
  response: CheckRules,
});

export const MAX_CHECKED_LINKS = 500;

/**
 * Why a link is broken: the address responded that nothing exists there, or its host could not be reached several
 * times.
 */
export const LinkProblem = z.enum(['NotFound', 'Unreachable']);
export type LinkProblem = z.infer<typeof LinkProblem>;

/** Portal addresses are checked immediately; others are visited by a job and have no result until then. */
export const checkLinks = endpoint({
  method: 'POST',
  path: '/api/v1/studio/links/check',
  summary: 'Which of these links are broken',
  ...studio,
  body: z.object({ hrefs: z.array(z.string().check(z.maxLength(2048))).check(z.maxLength(MAX_CHECKED_LINKS)) }),
  response: z.object({
    dead: z.array(z.object({ href: z.string(), problem: LinkProblem })),
    /** Some have not been visited yet. */
    isPending: z.boolean(),
  }),
});
