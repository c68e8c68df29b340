import type { FastifyInstance } from 'fastify';
import { changeMedia, checkLicenses, deleteMedia, getMedia, listMedia } from '@portico/contracts/studio/media';
import { previewReplacement, replaceMedia, undoReplacement } from '@portico/contracts/studio/mediaReplacement';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { listUnlicensed } from '../../../media/library/unlicensed.ts';
import type { Person } from '../../../sign-in/people.ts';
import type { Reader } from '../../../visibility/visibility.ts';
import { actorOf, assertMayCreate } from '../access/actor.ts';
import { linkFactsOf } from '../links/deadLinks.queries.ts';
import { changeEntries } from './changeMedia.ts';
import { setDeleted } from './deleteMedia.ts';
import { findMedia, isUsable, listMediaPage } from './mediaDesk.queries.ts';
import { previewReplacing, replaceEverywhere, undoReplacing } from './replaceMedia.ts';

/** The library of pictures and files. */
export function mediaDeskRoutes(
  portal: FastifyInstance,
  { db, config, notify }: Pick<Dependencies, 'db' | 'config' | 'notify'>,
): void {
  const replacing = (caller: { person: Person; reader: Reader }) => {
    assertMayCreate(caller.person);
    const publisher = { ...actorOf(caller), ...linkFactsOf(config, caller.reader.now) };
    return { db, notify, publisher, reader: caller.reader };
  };
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
  route(portal, previewReplacement, ({ params, query, ...caller }) => {
    assertMayCreate(caller.person);
    return previewReplacing(db, { ...params, ...query }, { actor: actorOf(caller), reader: caller.reader });
  });
  route(portal, replaceMedia, ({ params, body, ...caller }) =>
    replaceEverywhere(replacing(caller), { ...params, ...body }),
  );
  route(portal, undoReplacement, ({ params, body, ...caller }) =>
    undoReplacing(replacing(caller), { ...params, ...body }),
  );
  route(portal, checkLicenses, async ({ body, ...caller }) => {
    const condition = isUsable({ actor: actorOf(caller), reader: caller.reader });
    return { unlicensed: await listUnlicensed(db, body.ids, condition) };
  });
}
