import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { parseCount } from '@portico/contracts/proofs/signedNote';
import { receiptName } from '@portico/contracts/proofs/receipts';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { contentDisposition } from '../../http/headers/contentDisposition.ts';
import { orUnavailable } from './orUnavailable.ts';
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
        number === undefined
          ? undefined
          : await orUnavailable(logger, findReceipt(db, config, { number, userId: request.person!.id })),
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
