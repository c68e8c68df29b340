import type { FastifyInstance } from 'fastify';
import { checkLinks, listCheckRules, saveCheckRules } from '@portico/contracts/studio/studioChecks';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf, assertMayManage } from '../access/actor.ts';
import { findDeadLinks, linkFactsOf } from '../links/deadLinks.queries.ts';
import { listRules, saveRules } from './checkRules.queries.ts';

/** The checks of drafts, and what is known about the links in them. */
export function checksRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  route(portal, listCheckRules, async () => ({ items: await listRules(db) }));
  route(portal, saveCheckRules, async ({ body, ...caller }) => {
    assertMayManage(caller.person);
    return { items: await saveRules(db, body.items, actorOf(caller)) };
  });
  route(portal, checkLinks, ({ body, reader }) => findDeadLinks(db, body.hrefs, linkFactsOf(config, reader.now)));
}
