import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { estimateProofExport, getProofLog, proofExportPath, ProofFilters } from '@portico/contracts/admin/proofs';
import { dayIn } from '@portico/contracts/times';
import { audit } from '../../db/audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { found, PortalError } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { contentDisposition } from '../../http/headers/contentDisposition.ts';
import { readSignedHead } from '../../proofs/checkpoints.ts';
import { readSize } from '../../proofs/tree.queries.ts';
import { estimatedBytes, exportProofs, type ProofsToExport } from './exportProofs.ts';
import {
  countRecords,
  estimateRecords,
  findFilterNames,
  findPublished,
  findRange,
  findWitness,
  listExports,
  noteExport,
  startExport,
} from './exportedProofs.queries.ts';
import { orUnavailable } from './orUnavailable.ts';

const ExportParams = z.object({ id: z.uuid() });
const NOTED_AFTER_MS = 1000;

/** Administrators export the receipts of everyone as one archive. Source: decisions/0313. */
export function proofExportsRoutes(
  portal: FastifyInstance,
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): void {
  const { PROOF_KEYS: keys, PROOF_WITNESS: witnessSetting, FIRM_TIME_ZONE: zone } = config;

  route(portal, getProofLog, async ({ person }) => {
    const [records, lastCheckpoint, witness, exports] = await Promise.all([
      readSize(db),
      findPublished(db),
      witnessSetting ? findWitness(db, witnessSetting) : null,
      listExports(db, now()),
    ]);
    const isAdministrator = person.roles.includes('admin');
    return { isAdministrator, records, keys: keys?.verifiers ?? [], lastCheckpoint, witness, exports };
  });

  route(portal, estimateProofExport, async ({ query }) => {
    const [estimate, names, size] = await Promise.all([
      estimateRecords(db, query, zone),
      findFilterNames(db, query),
      readSize(db),
    ]);
    return { records: estimate.records, bytes: estimatedBytes(estimate, size), ...names };
  });

  // A link cannot send headers, so the tokens come from the cookies, as for pictures.
  portal.get(
    proofExportPath(':id'),
    {
      compress: false,
      config: { access: 'compliance', tokensIn: 'cookies' },
      schema: { params: ExportParams, querystring: ProofFilters, hide: true },
    },
    async (request, reply) => {
      const { id } = request.params as z.infer<typeof ExportParams>;
      const filters = request.query as ProofFilters;
      const actorId = request.person!.id;
      const range = await findRange(db, filters, zone);
      const records = await countRecords(db, range, filters);
      const head = found(await orUnavailable(logger, readSignedHead(db, config, range.end)), 'receipt');
      await db.transaction().execute(async (trx) => {
        if (!(await startExport(trx, { id, actorId, filters, records, now: now() })))
          throw new PortalError('conflict', 'Another export has this id.');
        const chosen = Object.entries(filters).filter(([, value]) => value !== undefined);
        const details = { ...(Object.fromEntries(chosen) as Record<string, string>), records };
        await audit(trx, { actorId, action: 'proofs.exported', objectKind: 'proofs', details });
      });
      const about = { type: 'portico-receipts-1', log: keys!.origin, exportedAt: now().toISOString(), filters };
      const archive = Readable.from(followed(id, { db, head, range, filters, about }), { objectMode: false });
      return reply
        .type('application/zip')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', contentDisposition('attachment', `receipts ${dayIn(zone, now())}.zip`))
        .send(archive);
    },
  );

  /** The archive, while the administration sees how far it is. */
  async function* followed(id: string, chosen: Omit<ProofsToExport, 'onDone'>): AsyncGenerator<Buffer> {
    let done = 0;
    let state: 'Stopped' | 'Done' | 'Failed' = 'Stopped';
    let notedAt = performance.now();
    const onDone = async (count: number): Promise<void> => {
      done = count;
      if (performance.now() - notedAt < NOTED_AFTER_MS) return;
      notedAt = performance.now();
      await noteExport(db, id, { done, state: 'Running', now: now() });
    };
    try {
      yield* exportProofs({ ...chosen, onDone });
      state = 'Done';
    } catch (error) {
      state = 'Failed';
      logger.error({ err: error }, 'an export of receipts failed');
      throw error;
    } finally {
      await noteExport(db, id, { done, state, now: now() });
    }
  }
}
