import { buffer } from 'node:stream/consumers';
import { Readable, Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { getFileHold, studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import { audit } from '../../../db/audit.ts';
import { readRow } from '../../../db/rows.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import { acceptAnyBody, bodyOf, fileNameOf } from '../../../http/api/uploadBody.ts';
import { addFile, tooLarge } from '../../../media/files/files.ts';
import { hasNoWords } from '../../../media/files/hasNoWords.ts';
import { assertMayCreate } from '../access/actor.ts';
import { recordUpload } from '../../../media/library/recordUse.ts';
import { FileScan, holdOf } from '../../../media/scanning/fileHold.ts';
import { pictureScannerFor, uploadScannerFor } from '../../../media/scanning/scanUpload.ts';
import { addPicture, MAX_PICTURE_BYTES } from '../../../media/pictures/pictures.ts';

const Headers = z.looseObject({ 'x-file-name': z.string().check(z.minLength(1), z.maxLength(1500)) });
const FileRow = z.object({ scan: FileScan, hasNoWords: z.nullable(z.boolean()) });
type UploadHeaders = z.infer<typeof Headers>;

/** Pictures and files that editors add to an item, uploaded as the body of a request. Source: TRUST U1, U2, U4, U6. */
export function studioUploadsRoutes(
  portal: FastifyInstance,
  dependencies: Pick<Dependencies, 'db' | 'store' | 'config' | 'scanner' | 'logger'>,
): void {
  const { db, store, config } = dependencies;
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
    scope.post<{ Headers: UploadHeaders }>(studioPicturesPath, options, async (request, reply) => {
      assertMayCreate(request.person!);
      const fileName = fileNameOf(request.headers['x-file-name']);
      const bytes = await buffer(limited(bodyOf(request), MAX_PICTURE_BYTES));
      const scan = pictureScannerFor(request.person!.id, dependencies);
      await scan({ stream: () => Readable.from([bytes]), fileName, bytes: bytes.length });
      const picture = await addPicture({ db, store }, bytes, { alt: '', source: `studio: ${fileName}` });
      const userId = request.person!.id;
      await recordUpload(db, { id: picture.id, fileName, bytes: bytes.length, userId, now: request.reader!.now });
      await audit(db, {
        actorId: userId,
        action: 'picture.uploaded',
        objectKind: 'picture',
        objectId: picture.id,
        details: { fileName },
      });
      return reply.header('cache-control', 'no-store').send(picture);
    });
    scope.post<{ Headers: UploadHeaders }>(studioFilesPath, options, async (request, reply) => {
      assertMayCreate(request.person!);
      const { fileId, fileName, format, bytes } = await addFile(
        { db, store, quotaBytes: config.FILES_QUOTA_BYTES, scan: uploadScannerFor(request.person!.id, dependencies) },
        { stream: bodyOf(request), fileName: fileNameOf(request.headers['x-file-name']) },
      );
      const userId = request.person!.id;
      await recordUpload(db, { id: fileId, fileName, bytes, userId, now: request.reader!.now });
      await audit(db, {
        actorId: userId,
        action: 'file.uploaded',
        objectKind: 'file',
        objectId: fileId,
        details: { fileName, bytes },
      });
      return reply.header('cache-control', 'no-store').send({ fileId, fileName, format, bytes });
    });
  });
}

/** The stream, failing with `payload_too_large` beyond this many bytes. */
function limited(stream: Readable, maxBytes: number): Readable {
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  stream.once('error', (error) => counting.destroy(error));
  counting.once('close', () => stream.destroy());
  return stream.pipe(counting);
}
