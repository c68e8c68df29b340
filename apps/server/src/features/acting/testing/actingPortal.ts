import { ActingScope, giveDelegation, type Delegation } from '@portico/contracts/acting';
import type { CallInput, CallResult, Endpoint } from '@portico/contracts/endpoint';
import { getCurrentUser } from '@portico/contracts/users';
import type { TestPortal } from '../../../testing/testPortal.ts';

export const TODAY = '2026-06-10';
export const NOW = new Date(`${TODAY}T14:00:00Z`);

/** What tests of delegates do on a portal. */
export function actingOn(portal: TestPortal) {
  const { as, db } = portal;
  const idOf = async (name: string): Promise<string> => {
    await as(name).call(getCurrentUser, {});
    return (await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow()).id;
  };
  return {
    idOf,
    /** Lets somebody act for Ana; from today for a month, with all scopes by default. */
    give: async (
      delegate: string,
      terms: Partial<Pick<Delegation, 'scopes' | 'from' | 'until'>> = {},
      person = 'ana',
    ): Promise<Delegation> =>
      as(person).call(giveDelegation, {
        body: {
          delegateId: await idOf(delegate),
          scopes: ActingScope.options,
          from: TODAY,
          until: '2026-07-10',
          ...terms,
        },
      }),
    /** A call of a delegate for Ana. */
    forAna: async <E extends Endpoint>(delegate: string, endpoint: E, input: CallInput<E>): Promise<CallResult<E>> =>
      as(delegate).call(endpoint, input, { 'acting-for': await idOf('ana') }),
    failForAna: async <E extends Endpoint>(delegate: string, endpoint: E, input: CallInput<E>) =>
      as(delegate).fail(endpoint, input, { 'acting-for': await idOf('ana') }),
  };
}
