import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { getFileHold, studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import { readRow } from '../../../db/rows.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import { acceptAnyBody, bodyOf, fileNameOf } from '../../../http/api/uploadBody.ts';
import { hasNoWords } from '../../../media/files/hasNoWords.ts';
import { FileScan, holdOf } from '../../../media/scanning/fileHold.ts';
import { actorOf, assertMayCreate } from '../access/actor.ts';
import { storeFile, storePicture } from './storeUpload.ts';

const Headers = z.looseObject({ 'x-file-name': z.string().check(z.minLength(1), z.maxLength(1500)) });
const FileRow = z.object({ scan: FileScan, hasNoWords: z.nullable(z.boolean()) });
type UploadHeaders = z.infer<typeof Headers>;

/** Pictures and files that editors add to an item, uploaded as the body of a request. Source: TRUST U1, U2, U4, U6. */
export function studioUploadsRoutes(
  portal: FastifyInstance,
  dependencies: Pick<Dependencies, 'db' | 'store' | 'config' | 'scanner' | 'logger'>,
): void {
  const { db } = dependencies;
  const options = {
    config: { access: 'studio', isHidden: true, isUpload: true },
    schema: { headers: Headers, hide: true },
  } as const;
  route(portal, getFileHold, async ({ params }) => {
    const file = await readRow(
      db,
      FileRow,
      sql`select scan, case when state <> 'Pending' then ${hasNoWords} end as "hasNoWords" from files file where id = ${params.fileId}`,
    );
    const { scan, ...words } = found(file, 'file');
    return { hold: holdOf(scan) ?? null, ...words };
  });
  void portal.register(async (scope) => {
    acceptAnyBody(scope);
    for (const [path, store] of [
      [studioPicturesPath, storePicture],
      [studioFilesPath, storeFile],
    ] as const)
      scope.post<{ Headers: UploadHeaders }>(path, options, async (request, reply) => {
        const [person, reader] = [request.person!, request.reader!];
        assertMayCreate(person);
        const fileName = fileNameOf(request.headers['x-file-name']);
        const by = { actor: actorOf({ person, reader }), reader };
        const { media } = await store(dependencies, { stream: bodyOf(request), fileName }, by);
        return reply.header('cache-control', 'no-store').send(media);
      });
  });
}
