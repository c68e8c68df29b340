import type { FastifyInstance } from 'fastify';
import { changeFilingName, listFilingNames, listFilingUses, undoFilingChange } from '@portico/contracts/studio/filing';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf, assertMayManage } from '../access/actor.ts';
import { changeName, undoChange } from './changeNames.ts';
import { readFilingList, readUses } from './filing.queries.ts';

/** What content is filed under, for administrators of the whole studio. */
export function filingRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, listFilingNames, ({ person, params }) => {
    assertMayManage(person);
    return readFilingList(db, params.scope);
  });
  route(portal, listFilingUses, ({ person, params, query }) => {
    assertMayManage(person);
    return readUses(db, params.scope, query.name);
  });
  route(portal, changeFilingName, ({ params, body, ...caller }) => {
    assertMayManage(caller.person);
    return changeName(db, params.scope, body, actorOf(caller));
  });
  route(portal, undoFilingChange, ({ params: { scope, changeId }, body, ...caller }) => {
    assertMayManage(caller.person);
    return undoChange(db, scope, { changeId: Number(changeId), version: body.version }, actorOf(caller));
  });
}
