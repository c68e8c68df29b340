import { z } from 'zod/mini';
import { DayInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';

/** The latest exports that the administration lists. */
export const MAX_LISTED_EXPORTS = 20;

/** Which receipts: of a period in the firm's time zone, of an item, of a person; all without any. */
export const ProofFilters = z.object({
  from: z.optional(DayInput),
  /** The last day. */
  until: z.optional(DayInput),
  itemId: z.optional(z.uuid()),
  userId: z.optional(z.uuid()),
});
export type ProofFilters = z.infer<typeof ProofFilters>;

export const ProofExportState = z.enum(['Running', 'Done', 'Stopped', 'Failed']);
export type ProofExportState = z.infer<typeof ProofExportState>;

export const ProofExport = z.object({
  id: z.uuid(),
  /** Who exported. */
  name: z.string(),
  filters: ProofFilters,
  records: z.int(),
  /** How many of them have been written. */
  done: z.int(),
  /** `Stopped` if the connection ended before the last one. */
  state: ProofExportState,
  startedAt: z.iso.datetime(),
});
export type ProofExport = z.infer<typeof ProofExport>;

export const getProofLog = endpoint({
  method: 'GET',
  path: '/api/v1/admin/proofs',
  summary: 'The log of proofs: its size, its keys, and the latest exports of receipts',
  access: 'compliance',
  response: z.object({
    /** Whether the caller may open the rest of the administration. */
    isAdministrator: z.boolean(),
    records: z.int(),
    /** Public keys, the one that signs first; none without `PROOF_KEYS`, and then there are no receipts. */
    keys: z.array(z.string()),
    lastCheckpoint: z.nullable(z.object({ records: z.int(), publishedAt: z.iso.datetime() })),
    /** Who signs the log, too; null if the operator has set nobody. */
    witness: z.nullable(
      z.object({
        name: z.string(),
        /** Why it did not sign when it was last asked. */
        problem: z.nullable(z.string()),
        /** The newest head that it has signed. */
        signed: z.nullable(z.object({ records: z.int(), signedAt: z.iso.datetime() })),
      }),
    ),
    exports: z.array(ProofExport),
  }),
});
export const estimateProofExport = endpoint({
  method: 'GET',
  path: '/api/v1/admin/proofs/estimate',
  summary: 'How many receipts an export would have, and about how large it would be',
  access: 'compliance',
  query: ProofFilters,
  response: z.object({
    records: z.int(),
    bytes: z.int(),
    /** The titles of what the filters name, as far as they are known. */
    item: z.nullable(z.string()),
    person: z.nullable(z.string()),
  }),
});

/**
 * Path of an export as a ZIP file; the browser's token cookies authorize it. `id` is new for each export, so that its
 * progress is found in `getProofLog`; `filters` is a query string.
 */
export const proofExportPath = (id: string, filters = ''): string => `/media/proof-exports/${id}.zip${filters}`;
