import type { FastifyInstance } from 'fastify';
import {
  findDelegates,
  getActing,
  giveDelegation,
  listActs,
  listDelegations,
  withdrawDelegation as withdrawDelegationEndpoint,
} from '@portico/contracts/acting';
import {
  endDelegation,
  giveDelegationFor,
  listEveryDelegation as listEveryDelegationCall,
} from '@portico/contracts/admin/delegations';
import { dayIn } from '@portico/contracts/times';
import type { Dependencies } from '../../dependencies.ts';
import { PortalError } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import {
  findActedFor,
  listActsFor,
  listEveryDelegation,
  listCandidates,
  listOwnDelegations,
  saveDelegation,
  withdrawDelegation,
} from './acting.queries.ts';

/** Who may act for whom, and what was done. Source: decisions/0311. */
export function actingRoutes(
  portal: FastifyInstance,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): void {
  const today = () => dayIn(config.FIRM_TIME_ZONE, now());

  route(portal, listDelegations, ({ person }) => listOwnDelegations(db, person.id, today()));

  route(portal, getActing, async ({ person }, { request }) => {
    const { delegation, viewing } = request;
    if (viewing)
      return {
        person: await findActedFor(db, person.id),
        scopes: [],
        until: dayIn(config.FIRM_TIME_ZONE, new Date(viewing.endsAt)),
        viewingEndsAt: viewing.endsAt,
      };
    if (!delegation) throw new PortalError('forbidden', 'This needs the person for whom you act.');
    return { person: await findActedFor(db, person.id), scopes: delegation.scopes, until: delegation.until };
  });

  route(portal, findDelegates, async ({ person, query }) => ({
    items: await listCandidates(db, person.id, query.text),
  }));

  route(portal, giveDelegation, ({ person, body }) =>
    saveDelegation(db, { ...body, personId: person.id }, { actorId: person.id, today: today(), now: now() }),
  );

  route(portal, withdrawDelegationEndpoint, ({ person, params }) =>
    withdrawDelegation(db, params.delegationId, { actorId: person.id, isOwn: true, now: now() }),
  );

  route(portal, listEveryDelegationCall, ({ query }) => listEveryDelegation(db, query, today()));

  route(portal, giveDelegationFor, ({ person, body }) =>
    saveDelegation(db, body, { actorId: person.id, today: today(), now: now() }),
  );

  route(portal, endDelegation, ({ person, params }) =>
    withdrawDelegation(db, params.delegationId, { actorId: person.id, isOwn: false, now: now() }),
  );

  route(portal, listActs, ({ person, query: { page = 1 } }) => listActsFor(db, person.id, page));
}
