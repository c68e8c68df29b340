import { z } from 'zod/mini';
import { cleanText } from '@portico/kinds/typedText';
import { endpoint } from '../base/endpoint.ts';
import { nonEmptyText } from '@portico/kinds/contentBase';
import { MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { StudioKind } from './draft.ts';

/**
 * What someone may do with items in the studio: authors write but don't publish; editors publish what needs no
 * approval; approvers approve and publish what others wrote; administrators do all of it and manage the studio.
 */
export const itemRoles = ['author', 'editor', 'approver', 'administrator'] as const;
export type ItemRole = (typeof itemRoles)[number];
/** Officers see confirmations, credits and proofs of everybody, and open no items. Source: decisions/0336. */
export const studioRoles = [...itemRoles, 'compliance'] as const;
export const StudioRole = z.enum(studioRoles);
export type StudioRole = z.infer<typeof StudioRole>;

/** A role for the items of one department; a null department means items of all departments and of none. */
export const StudioGrant = z.object({ role: StudioRole, department: z.nullable(nonEmptyText(MAX_DEPARTMENT)) });
export type StudioGrant = z.infer<typeof StudioGrant>;

/** What can be done with an item. */
export const itemActions = [
  'open',
  'comment',
  'write',
  'requestReview',
  'requestArchive',
  'withdraw',
  'approve',
  'return',
  'publish',
  'archive',
  'delete',
] as const;
export const ItemAction = z.enum(itemActions);
export type ItemAction = z.infer<typeof ItemAction>;

/** Maximum number of roles of one person, where each department counts. */
const MAX_GRANTS = 100;
const Grants = z.array(StudioGrant).check(
  z.maxLength(MAX_GRANTS),
  z.refine((grants) => grants.every(({ role, department }) => role !== 'compliance' || department === null), {
    error: 'Compliance officers are for all departments.',
  }),
);

/** Someone with a role in the studio, or who could get one. */
export const StudioColleague = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** Roles from the identity provider; they can't be changed here. */
  fromProvider: z.array(StudioGrant),
  /** Roles granted by an administrator. */
  given: z.array(StudioGrant),
});
export type StudioColleague = z.infer<typeof StudioColleague>;

/** Which items need approval: all of a kind, of a department, or with a label (a category). */
export const ApprovalRule = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('kind'), value: StudioKind }),
  z.object({ scope: z.literal('department'), value: nonEmptyText(MAX_DEPARTMENT) }),
  z.object({ scope: z.literal('label'), value: nonEmptyText(80) }),
]);
export type ApprovalRule = z.infer<typeof ApprovalRule>;
export const ApprovalRules = z.object({ rules: z.array(ApprovalRule).check(z.maxLength(200)) });

const studio = { access: 'studio', isHidden: true } as const;

export const getStudioAccess = endpoint({
  method: 'GET',
  path: '/api/v1/studio/access',
  summary: 'What the caller may do in the studio',
  access: 'overseer',
  isHidden: true,
  response: z.object({
    /** Whether the caller has a role for items. */
    hasItems: z.boolean(),
    /** Whether the caller sees who has confirmed items: those that they write for, or all. */
    maySeeConfirmations: z.boolean(),
    mayCreate: z.boolean(),
    /** Whether the caller may prepare releases of items that go live together. */
    mayRelease: z.boolean(),
    mayManage: z.boolean(),
    /** Whether the caller may give the items of people who left to other owners. */
    mayHandOver: z.boolean(),
    /** Whether the caller sees the credits of everybody. */
    mayOversee: z.boolean(),
    /** Entries of forms that are assigned to the caller and not done. */
    assignedEntries: z.int(),
    /** The departments that the caller writes for; null for all. */
    departments: z.nullable(z.array(z.string())),
  }),
});
/** Without `text`, everyone with a role; with it, people with this name, or whose email address contains it. */
export const listStudioColleagues = endpoint({
  method: 'GET',
  path: '/api/v1/studio/roles',
  summary: 'Who has which role in the studio',
  ...studio,
  query: z.object({ text: z.optional(z.string().check(z.overwrite(cleanText), z.maxLength(200))) }),
  response: z.object({ items: z.array(StudioColleague) }),
});
export const setStudioGrants = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/roles/:userId',
  summary: 'Sets the roles that a person has in the studio besides those of the identity provider',
  ...studio,
  params: z.object({ userId: z.uuid() }),
  body: z.object({ grants: Grants }),
  response: StudioColleague,
});
export const getApprovalRules = endpoint({
  method: 'GET',
  path: '/api/v1/studio/approval-rules',
  summary: 'What needs approval before it is published',
  ...studio,
  response: ApprovalRules,
});
export const setApprovalRules = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/approval-rules',
  summary: 'Sets what needs approval before it is published',
  ...studio,
  body: ApprovalRules,
  response: ApprovalRules,
});
