import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import {
  DIGEST_HEADER,
  discardUploads,
  listUploads,
  MAX_UPLOADS,
  startUploads,
  uploadChunkPath,
} from '@portico/contracts/studio/uploads';
import { MAX_FILE_BYTES } from '@portico/kinds/media';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import { acceptAnyBody, bodyOf } from '../../../http/api/uploadBody.ts';
import type { Reader } from '../../../visibility/visibility.ts';
import { actorOf, assertMayCreate } from '../access/actor.ts';
import { deleteChunks, receiveChunk } from './receiveChunk.ts';
import { listOpenUploads, removeUploads, startOrContinue, toUpload } from './resumable.queries.ts';

const ChunkParams = z.object({
  uploadId: z.uuid(),
  offset: z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.maximum(MAX_FILE_BYTES))),
  ),
});
/** Three values for each file. */
const START_LIMITS = { depth: 8, keys: 4 * MAX_UPLOADS };

const uploaderOf = ({ id, now }: Reader) => ({ userId: id, now });

/** Uploads to the library that continue after a lost connection and a closed tab. Source: decisions/0366. */
export function resumableUploadsRoutes(
  portal: FastifyInstance,
  dependencies: Pick<Dependencies, 'db' | 'store' | 'config' | 'scanner' | 'logger'>,
): void {
  const { db, store } = dependencies;
  route(portal, listUploads, async ({ person, reader }) => {
    assertMayCreate(person);
    return { items: (await listOpenUploads(db, uploaderOf(reader))).map(toUpload) };
  });
  route(
    portal,
    startUploads,
    async ({ person, reader, body }) => {
      assertMayCreate(person);
      return { items: await startOrContinue(db, body.files, uploaderOf(reader)) };
    },
    { jsonLimits: START_LIMITS },
  );
  route(portal, discardUploads, async ({ person, body }) => {
    assertMayCreate(person);
    await deleteChunks(store, found(await removeUploads(db, body.ids, person.id), 'upload'));
  });
  void portal.register(async (scope) => {
    acceptAnyBody(scope);
    scope.put<{ Params: z.infer<typeof ChunkParams> }>(
      uploadChunkPath,
      {
        config: { access: 'studio', isHidden: true, isUpload: true },
        schema: { params: ChunkParams, hide: true },
      },
      async (request, reply) => {
        const [person, reader] = [request.person!, request.reader!];
        assertMayCreate(person);
        const digest = z.safeParse(z.string(), request.headers[DIGEST_HEADER]).data;
        const chunk = { ...request.params, digest, body: () => bodyOf(request) };
        const upload = await receiveChunk(dependencies, chunk, { actor: actorOf({ person, reader }), reader });
        return reply.header('cache-control', 'no-store').send(toUpload(upload));
      },
    );
  });
}
