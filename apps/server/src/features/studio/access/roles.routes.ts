import type { FastifyInstance } from 'fastify';
import {
  hasItems,
  mayCreate,
  mayHandOver,
  mayManage,
  mayOversee,
  mayRelease,
  maySeeConfirmations,
  ownDepartments,
} from '@portico/authoring/mayDo';
import {
  getApprovalRules,
  getStudioAccess,
  listStudioColleagues,
  setApprovalRules,
  setStudioGrants,
} from '@portico/contracts/studio/roles';
import { countAssignedEntries } from '../../../content/assignedEntries.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf, assertMayManage } from './actor.ts';
import { listRules, setRules } from './approvalRules.queries.ts';
import { findPeople, listColleagues, setGrants } from './colleagues.queries.ts';

/** Studio roles, and the rules for approvals. */
export function studioRolesRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, getStudioAccess, async ({ person }) => ({
    hasItems: hasItems(person),
    maySeeConfirmations: maySeeConfirmations(person),
    mayCreate: mayCreate(person),
    mayRelease: mayRelease(person),
    mayManage: mayManage(person),
    mayHandOver: mayHandOver(person),
    mayOversee: mayOversee(person),
    assignedEntries: person.roles.includes('editor') ? await countAssignedEntries(db, person.id) : 0,
    departments: ownDepartments(person),
  }));
  route(portal, listStudioColleagues, async ({ person, query }) => {
    assertMayManage(person);
    return { items: query.text ? await findPeople(db, query.text) : await listColleagues(db) };
  });
  route(portal, setStudioGrants, ({ params, body, ...caller }) => {
    assertMayManage(caller.person);
    return setGrants(db, params.userId, body.grants, actorOf(caller));
  });
  route(portal, getApprovalRules, async ({ person }) => {
    assertMayManage(person);
    return { rules: await listRules(db) };
  });
  route(portal, setApprovalRules, async ({ body, ...caller }) => {
    assertMayManage(caller.person);
    return { rules: await setRules(db, body.rules, actorOf(caller)) };
  });
}
