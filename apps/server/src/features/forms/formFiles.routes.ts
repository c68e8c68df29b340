import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { FieldAlias } from '@portico/kinds/formConditions';
import { formFilePath, formFileUrl } from '@portico/contracts/forms';
import { dayIn } from '@portico/contracts/times';
import { audit } from '../../db/audit.ts';
import { acceptAnyBody, bodyOf, fileNameOf, lengthOf } from '../../http/api/uploadBody.ts';
import { contentDisposition } from '../../http/headers/contentDisposition.ts';
import { found, PortalError } from '../../errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import { formFileKey } from '../../media/files/files.ts';
import { assertServed } from '../../media/scanning/fileHold.ts';
import { uploadScannerFor } from '../../media/scanning/scanUpload.ts';
import { addFormFile, findFormFile } from './formFiles.ts';

const FormParams = z.object({ formId: z.uuid() });
const FileParams = z.object({ fileId: z.uuid() });
const Headers = z.looseObject({
  'x-file-name': z.string().check(z.minLength(1), z.maxLength(1500)),
  'x-field': FieldAlias,
});

/** Nothing in the file may execute, wherever it is opened. */
const FILE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
/** Concurrent uploads of one person per process. Files still being uploaded do not count toward a quota. */
const MAX_CONCURRENT_UPLOADS = 4;

type FileDependencies = Pick<Dependencies, 'db' | 'store' | 'config' | 'scanner' | 'logger'>;

/**
 * Form files: uploaded as the body of a request, and served to their owner, delegates and editors. Source: TRUST U1, U2,
 * U6.
 */
export function formFilesRoutes(
  portal: FastifyInstance,
  dependencies: FileDependencies & Pick<Dependencies, 'now'>,
): void {
  void portal.register(async (scope) => receiveFormFiles(scope, dependencies));
  serveFormFiles(portal, dependencies);
}

function receiveFormFiles(scope: FastifyInstance, dependencies: FileDependencies): void {
  const { db, store, config } = dependencies;
  const arriving = new Map<string, number>();
  const quota = { bytes: config.FILES_QUOTA_BYTES, perPersonBytes: config.FORM_FILES_PER_PERSON_BYTES };
  acceptAnyBody(scope);
  scope.post<{ Params: z.infer<typeof FormParams>; Headers: z.infer<typeof Headers> }>(
    formFilePath(':formId'),
    {
      config: { access: 'member', isUpload: true, actingScope: 'Forms' },
      schema: { params: FormParams, headers: Headers, hide: true },
    },
    async (request, reply) => {
      const person = request.person!;
      const others = arriving.get(person.id) ?? 0;
      if (others >= MAX_CONCURRENT_UPLOADS)
        throw new PortalError('too_many_requests', 'Please wait until the other files have been uploaded.', {
          retryAfter: 2,
        });
      arriving.set(person.id, others + 1);
      try {
        const scan = uploadScannerFor(person.id, dependencies);
        const file = await addFormFile({ db, store, quota, scan }, request.reader!, {
          formId: request.params.formId,
          field: request.headers['x-field'],
          fileName: fileNameOf(request.headers['x-file-name']),
          length: lengthOf(request),
          stream: () => bodyOf(request),
        });
        return await reply.header('cache-control', 'no-store').send(file);
      } finally {
        const left = (arriving.get(person.id) ?? 1) - 1;
        if (left > 0) arriving.set(person.id, left);
        else arriving.delete(person.id);
      }
    },
  );
}

function serveFormFiles(
  portal: FastifyInstance,
  { db, store, config, now }: FileDependencies & Pick<Dependencies, 'now'>,
): void {
  portal.get<{ Params: z.infer<typeof FileParams> }>(
    formFileUrl(':fileId'),
    {
      compress: false,
      config: { access: 'member', tokensIn: 'cookies' },
      schema: { params: FileParams, hide: true },
    },
    async (request, reply) => {
      const person = request.person!;
      const { fileId } = request.params;
      const isEditor = person.roles.includes('editor');
      const file = found(
        await findFormFile(db, { id: person.id, isEditor, today: dayIn(config.FIRM_TIME_ZONE, now()) }, fileId),
        'file',
      );
      const isDelegate = !file.isOwn && !(isEditor && file.entryId !== null);
      assertServed(file.scan);
      void reply.headers({
        'cache-control': 'private, no-store',
        'content-type': file.mediaType,
        'content-length': file.bytes,
        'content-disposition': contentDisposition('attachment', file.fileName),
        'content-security-policy': FILE_POLICY,
      });
      // An empty stream preserves the content length.
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      await audit(db, {
        actorId: person.id,
        action: 'form.file-downloaded',
        objectKind: 'form',
        objectId: file.formId,
        details: {
          fileId: file.id,
          entryId: file.entryId,
          isOwn: file.isOwn,
          ...(isDelegate && { for: file.userId }),
        },
      });
      const object = await store.open(formFileKey(file.id));
      if (!object) throw new PortalError('unavailable', 'The file can’t be opened right now.');
      return reply.send(object.stream);
    },
  );
}
