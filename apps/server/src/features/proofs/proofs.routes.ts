import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { parseCount } from '@portico/contracts/proofs/signedNote';
import { receiptName } from '@portico/contracts/proofs/receipts';
import type { Dependencies } from '../../dependencies.ts';
import { found, PortalError } from '../../errors.ts';
import { contentDisposition } from '../../http/headers/contentDisposition.ts';
import { BrokenLogError } from '../../proofs/checkpoints.ts';
import { findReceipt } from './receipts.queries.ts';

const ReceiptFile = z.object({ file: z.string().check(z.regex(/^\d{1,16}\.tlog-proof$/)) });

/** People save the receipts of their own proofs, also when the item is no longer visible to them. */
export function proofsRoutes(
  portal: FastifyInstance,
  { db, config, logger }: Pick<Dependencies, 'db' | 'config' | 'logger'>,
): void {
  // A link cannot send headers, so the tokens come from the cookies, as for pictures.
  portal.get(
    '/media/proofs/:file',
    {
      config: { access: 'member', tokensIn: 'cookies' },
      schema: { params: ReceiptFile, hide: true },
    },
    async (request, reply) => {
      const { file } = request.params as z.infer<typeof ReceiptFile>;
      const number = parseCount(file.slice(0, file.indexOf('.')));
      const receipt = found(
        number === undefined || config.PROOF_KEYS === undefined
          ? undefined
          : await findReceipt(db, config.PROOF_KEYS, { number, userId: request.person!.id }).catch((error: unknown) => {
              if (!(error instanceof BrokenLogError)) throw error;
              logger.error({ err: error }, 'the log of proofs is broken');
              throw new PortalError('unavailable', 'Receipts can’t be made at the moment.', { cause: error });
            }),
        'receipt',
      );
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', contentDisposition('attachment', receiptName(number!)))
        .send(receipt);
    },
  );
}
