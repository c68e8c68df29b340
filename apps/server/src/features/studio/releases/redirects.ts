import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { refusalOf } from '@portico/authoring/mayDo';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import { ContentPagePath } from '@portico/contracts/pages';
import { addRedirect, listRedirects, Redirect, removeRedirect } from '@portico/contracts/studio/redirects';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRows } from '../../../db/rows.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found, PortalError } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { actorOf, type StudioActor } from '../access/actor.ts';
import { assertMaySchedule, standingsOf } from '../standing.queries.ts';

/** Redirects from addresses that pages had before, which publishing creates, and others that editors add. */
export function redirectsRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, listRedirects, (caller) => readList(db, actorOf(caller)));
  route(portal, addRedirect, ({ body, ...caller }) => add(db, body, actorOf(caller)));
  route(portal, removeRedirect, ({ params, ...caller }) => remove(db, params.redirectId, actorOf(caller)));
}

const PageRow = z.object({ itemId: z.uuid(), path: ContentPagePath, title: z.string() });

async function readList(db: Db, actor: StudioActor): Promise<CallResult<typeof listRedirects>> {
  const items = await listAll(db);
  const pages = await readRows(
    db,
    PageRow,
    sql`select id as "itemId", path, title from content_items where kind = 'page' and path is not null order by path`,
  );
  const standings = await standingsOf(
    db,
    pages.map(({ itemId }) => itemId),
  );
  const mayRedirectTo = (itemId: string) => {
    const refusal = refusalOf(actor, 'publish', standings.get(itemId)!);
    return refusal === undefined || refusal === 'approval';
  };
  const used = new Set<string>([...pages.map(({ path }) => path), ...items.map(({ from }) => from)]);
  return {
    items,
    pages: pages.filter(({ itemId }) => mayRedirectTo(itemId)),
    freePaths: contentPagePaths.filter((path) => !used.has(path)),
  };
}

/** A redirect names the page, so it follows its moves. Throws `conflict`, `not_found`, `forbidden`. */
function add(db: Db, { from, itemId }: Received<typeof addRedirect>['body'], actor: StudioActor): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const page = found(
      await trx
        .selectFrom('content_items')
        .select('path')
        .where('id', '=', itemId)
        .where('kind', '=', 'page')
        .forUpdate()
        .executeTakeFirst(),
      'page',
    );
    await assertMaySchedule(trx, [itemId], actor);
    if (page.path === null) throw new PortalError('conflict', 'The page is no longer published.');
    const other = await trx.selectFrom('content_items').select('id').where('path', '=', from).executeTakeFirst();
    if (other) throw new PortalError('conflict', `A page has the address ${from}.`);
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('content_redirects')
      .values({ from_path: from, item_id: itemId, created_by: actor.id, created_at: actor.now })
      .onConflict((conflict) => conflict.column('from_path').doNothing())
      .executeTakeFirstOrThrow();
    if (added !== 1n) throw new PortalError('conflict', `${from} redirects already. Remove that redirect first.`);
    await audit(trx, {
      actorId: actor.id,
      action: 'page.redirect-added',
      objectKind: 'page',
      objectId: itemId,
      details: { from, to: page.path },
    });
  });
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
