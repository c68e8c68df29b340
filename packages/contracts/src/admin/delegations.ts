import { z } from 'zod/mini';
import { Delegation, DelegationTerms } from '../acting.ts';
import { endpoint } from '../base/endpoint.ts';
import { ListText, MAX_PAGE, page, queryInt } from '../base/paging.ts';

export const DELEGATIONS_PAGE_SIZE = 25;

export const listEveryDelegation = endpoint({
  method: 'GET',
  path: '/api/v1/admin/delegations',
  summary: 'Who may act for whom, page by page, newest first, also rights that have ended',
  access: 'admin',
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)), text: z.optional(ListText) }),
  response: z.extend(page(Delegation), { today: z.iso.date() }),
});
/** Giving rights to the same person again replaces them. */
export const giveDelegationFor = endpoint({
  method: 'POST',
  path: '/api/v1/admin/delegations',
  summary: 'Lets somebody act for another person',
  access: 'admin',
  body: z.extend(DelegationTerms, { personId: z.uuid(), delegateId: z.uuid() }),
  response: Delegation,
});
/** A second call changes nothing. */
export const endDelegation = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/delegations/:delegationId',
  summary: 'Ends the right of a delegate',
  access: 'admin',
  params: z.object({ delegationId: z.uuid() }),
});
