import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { mayOversee } from '@portico/authoring/mayDo';
import {
  creditFilePath,
  creditFilesPath,
  listCreditClaims,
  saveCreditClaim,
  withdrawCreditClaim,
} from '@portico/contracts/creditClaims';
import { dayIn } from '@portico/contracts/times';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { acceptAnyBody, bodyOf, fileNameOf, lengthOf } from '../../http/api/uploadBody.ts';
import { contentDisposition } from '../../http/headers/contentDisposition.ts';
import { uploadScannerFor } from '../../media/scanning/scanUpload.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { claimDays, listOwnClaims, saveClaim, withdrawClaim } from './claims.queries.ts';
import { addCreditFile, findCreditFile } from './creditFiles.queries.ts';

const Headers = z.looseObject({ 'x-file-name': z.string().check(z.minLength(1), z.maxLength(1500)) });
const FileParams = z.object({ fileId: z.uuid() });
/** Nothing in the file may execute, wherever it is opened. */
const FILE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Credits that people have earned elsewhere and enter, with their certificates. Source: decisions/0354. */
export function claimsRoutes(
  portal: FastifyInstance,
  dependencies: Pick<Dependencies, 'db' | 'store' | 'config' | 'scanner' | 'logger' | 'now'>,
): void {
  const { db, store, config, now } = dependencies;
  const today = () => dayIn(config.FIRM_TIME_ZONE, now());
  const ownClaims = async (reads: Db, reader: Reader) => ({
    ...claimDays(today()),
    items: await listOwnClaims(reads, reader),
  });

  route(portal, listCreditClaims, ({ reader, reads }) => ownClaims(reads, reader));

  route(portal, saveCreditClaim, async ({ reader, params, body }) => {
    await saveClaim(db, reader, { id: params.claimId, ...body }, today());
    return ownClaims(db, reader);
  });

  route(portal, withdrawCreditClaim, async ({ reader, params, body }) => {
    await withdrawClaim(db, reader, { id: params.claimId, ...body });
    return ownClaims(db, reader);
  });

  void portal.register(async (scope) => {
    acceptAnyBody(scope);
    scope.post<{ Headers: z.infer<typeof Headers> }>(
      creditFilesPath,
      { config: { access: 'member', isUpload: true }, schema: { headers: Headers, hide: true } },
      async (request, reply) => {
        const scan = uploadScannerFor(request.person!.id, dependencies);
        const file = await addCreditFile({ db, store, scan }, request.reader!, {
          fileName: fileNameOf(request.headers['x-file-name']),
          length: lengthOf(request),
          stream: () => bodyOf(request),
        });
        return reply.header('cache-control', 'no-store').send(file);
      },
    );
  });

  portal.get<{ Params: z.infer<typeof FileParams> }>(
    creditFilePath(':fileId'),
    { compress: false, config: { access: 'member' }, schema: { params: FileParams, hide: true } },
    async (request, reply) => {
      const { fileId } = request.params;
      const caller = { reader: request.reader!, mayOversee: mayOversee(request.person!) };
      const file = found(await findCreditFile(db, caller, fileId), 'file');
      if (file.userId !== caller.reader.id)
        await audit(db, {
          actorId: caller.reader.id,
          action: 'credits.file-opened',
          objectKind: 'credits',
          objectId: file.userId,
          details: { file: fileId },
        });
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-type': file.mediaType,
          'content-disposition': contentDisposition('attachment', file.fileName),
          'content-security-policy': FILE_POLICY,
        })
        .send(file.content);
    },
  );
}
