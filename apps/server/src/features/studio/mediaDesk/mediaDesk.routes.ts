import type { FastifyInstance } from 'fastify';
import { changeMedia, checkLicenses, deleteMedia, getMedia, listMedia } from '@portico/contracts/studio/media';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { listUnlicensed } from '../../../media/library/unlicensed.ts';
import { actorOf, assertMayCreate } from '../access/actor.ts';
import { changeEntries } from './changeMedia.ts';
import { setDeleted } from './deleteMedia.ts';
import { findMedia, isUsable, listMediaPage } from './mediaDesk.queries.ts';

/** The library of pictures and files. */
export function mediaDeskRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  route(portal, listMedia, ({ query, ...caller }) =>
    listMediaPage(db, query, { actor: actorOf(caller), reader: caller.reader }),
  );
  route(portal, getMedia, ({ params, ...caller }) =>
    findMedia(db, params.mediaId, {
      actor: actorOf(caller),
      reader: caller.reader,
      keptDays: config.UNUSED_UPLOADS_DAYS,
    }),
  );
  route(portal, changeMedia, ({ body, ...caller }) => {
    assertMayCreate(caller.person);
    return changeEntries(db, body.entries, { actor: actorOf(caller), reader: caller.reader });
  });
  route(portal, deleteMedia, ({ body, ...caller }) => {
    assertMayCreate(caller.person);
    return setDeleted(db, body, { actor: actorOf(caller), reader: caller.reader });
  });
  route(portal, checkLicenses, async ({ body, ...caller }) => {
    const condition = isUsable({ actor: actorOf(caller), reader: caller.reader });
    return { unlicensed: await listUnlicensed(db, body.ids, condition) };
  });
}
