import type { FastifyInstance } from 'fastify';
import {
  getEditedMenu,
  getMenuVersion,
  listMenuVersions,
  previewMenu,
  publishMenu,
} from '@portico/contracts/studio/menuDesk';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { MAX_JSON_DEPTH } from '../../../http/limits/limits.ts';
import { actorOf, assertMayManage } from '../access/actor.ts';
import { listVersions, publishMenu as publish, readEditedMenu, readVersion, shownTo } from './menuDesk.queries.ts';

/** A menu with MAX_MENU_ENTRIES entries that all have rules has more keys than other bodies. */
const MENU_LIMITS = { depth: MAX_JSON_DEPTH, keys: 10_000 };

/** Editing the menu, for administrators of the whole studio. */
export function menuDeskRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, getEditedMenu, ({ person }) => {
    assertMayManage(person);
    return readEditedMenu(db);
  });
  route(
    portal,
    publishMenu,
    ({ body, ...caller }) => {
      assertMayManage(caller.person);
      return publish(db, body, actorOf(caller));
    },
    { jsonLimits: MENU_LIMITS },
  );
  route(
    portal,
    previewMenu,
    async ({ person, body }) => {
      assertMayManage(person);
      return { shown: await shownTo(db, body.menu, body.personId) };
    },
    { jsonLimits: MENU_LIMITS },
  );
  route(portal, listMenuVersions, ({ person, query }) => {
    assertMayManage(person);
    return listVersions(db, query);
  });
  route(portal, getMenuVersion, ({ person, params }) => {
    assertMayManage(person);
    return readVersion(db, params.version);
  });
}
