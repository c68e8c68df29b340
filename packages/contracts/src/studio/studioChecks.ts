import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** Checks of what is written whose weight an administrator chooses. What is missing or wrong always blocks. */
export const chosenChecks = [
  'NoAlternativeText',
  'SkippedHeading',
  'VagueLink',
  'NoTableHeader',
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

/** `Block` stops the publication, `Warn` only says so. */
export const CheckLevel = z.enum(['Block', 'Warn']);
export type CheckLevel = z.infer<typeof CheckLevel>;

export const CheckRule = z.object({ check: ChosenCheck, level: CheckLevel });
export type CheckRule = z.infer<typeof CheckRule>;
const CheckRules = z.object({ items: z.array(CheckRule).check(z.maxLength(chosenChecks.length)) });

const studio = { access: 'studio', isHidden: true } as const;

export const listCheckRules = endpoint({
  method: 'GET',
  path: '/api/v1/studio/checks',
  summary: 'Which checks block publication',
  ...studio,
  response: CheckRules,
});
/** Checks that are not named keep their level. Only for administrators of the studio. */
export const saveCheckRules = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/checks',
  summary: 'Sets which checks block publication',
  ...studio,
  body: CheckRules,
  response: CheckRules,
});

export const MAX_CHECKED_LINKS = 500;

/** Why a link is dead: the address answers that there is nothing, or its host was not reached several times. */
export const LinkProblem = z.enum(['NotFound', 'Unreachable']);
export type LinkProblem = z.infer<typeof LinkProblem>;

/**
 * Addresses of the portal are looked up at once; others are visited by a job, and until then there is nothing to say.
 */
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
