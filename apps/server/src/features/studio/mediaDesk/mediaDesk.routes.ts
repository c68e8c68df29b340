import type { FastifyInstance } from 'fastify';
import { changeMedia, getMedia, listMedia } from '@portico/contracts/studio/media';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf, assertMayCreate } from '../access/actor.ts';
import { changeEntries } from './changeMedia.ts';
import { findMedia, listMediaPage } from './mediaDesk.queries.ts';

/** The library of pictures and files. */
export function mediaDeskRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, listMedia, ({ query, ...caller }) =>
    listMediaPage(db, query, { actor: actorOf(caller), reader: caller.reader }),
  );
  route(portal, getMedia, ({ params, ...caller }) =>
    findMedia(db, params.mediaId, { actor: actorOf(caller), reader: caller.reader }),
  );
  route(portal, changeMedia, ({ body, ...caller }) => {
    assertMayCreate(caller.person);
    return changeEntries(db, body.entries, { actor: actorOf(caller), reader: caller.reader });
  });
}
