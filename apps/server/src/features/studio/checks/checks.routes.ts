import type { FastifyInstance } from 'fastify';
import { checkLicenses, checkLinks, listCheckRules, saveCheckRules } from '@portico/contracts/studio/studioChecks';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf, assertMayManage } from '../access/actor.ts';
import { isUsable } from '../mediaDesk/mediaDesk.queries.ts';
import { findDeadLinks, linkFactsOf } from '../links/deadLinks.queries.ts';
import { listRules, listUnlicensed, saveRules } from './checkRules.queries.ts';

/** The checks of drafts, and what is known about the links in them. */
export function checksRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  route(portal, listCheckRules, async () => ({ items: await listRules(db) }));
  route(portal, saveCheckRules, async ({ body, ...caller }) => {
    assertMayManage(caller.person);
    return { items: await saveRules(db, body.items, actorOf(caller)) };
  });
  route(portal, checkLinks, ({ body, reader }) => findDeadLinks(db, body.hrefs, linkFactsOf(config, reader.now)));
  route(portal, checkLicenses, async ({ body, ...caller }) => {
    const chooser = { actor: actorOf(caller), reader: caller.reader };
    return { unlicensed: await listUnlicensed(db, body.ids, isUsable(chooser)) };
  });
}
