import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { listRedirects, Redirect, removeRedirect } from '@portico/contracts/studio/redirects';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRows } from '../../../db/rows.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { actorOf, type StudioActor } from '../access/actor.ts';
import { assertMaySchedule } from '../standing.queries.ts';

/** Redirects from addresses that pages had before. Publishing creates them. */
export function redirectsRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, listRedirects, async () => ({ items: await listAll(db) }));
  route(portal, removeRedirect, ({ params, ...caller }) => remove(db, params.redirectId, actorOf(caller)));
}

function listAll(db: Db): Promise<Redirect[]> {
  return readRows(
    db,
    Redirect,
    sql`
      select redirect.id, redirect.from_path as "from", item.path as "to", item.id as "itemId",
        coalesce(item.title, draft.draft #>> '{fields,header}', '') as title, redirect.created_at as "createdAt",
        (select ${displayName('person')} from users person where person.id = redirect.created_by) as "createdBy"
      from content_redirects redirect join content_items item on item.id = redirect.item_id
      left join studio_drafts draft on draft.item_id = item.id order by redirect.from_path`,
  );
}

function remove(db: Db, id: string, actor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('content_redirects')
      .where('id', '=', id)
      .returning(['from_path', 'item_id'])
      .executeTakeFirst();
    const { from_path: from, item_id: objectId } = found(gone, 'redirect');
    await assertMaySchedule(trx, [objectId], actor);
    await audit(trx, {
      actorId: actor.id,
      action: 'page.redirect-removed',
      objectKind: 'page',
      objectId,
      details: { from },
    });
  });
}
