import { randomUUID } from 'node:crypto';
import {
  creditFilesPath,
  listCreditClaims,
  saveCreditClaim,
  type ClaimedCredits,
} from '@portico/contracts/creditClaims';
import { decideCreditClaim, type ClaimDecision } from '@portico/contracts/studio/creditClaims';
import { pdfOf } from '../../../testing/files/pdfFile.ts';
import { creditedPortal } from './creditedPortal.ts';

export const PDF = pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']);

/** A credited portal on June 1, 2026, in which people enter what they earned elsewhere and Edda decides. */
export async function claimsPortal(env: Record<string, string> = {}) {
  const portal = await creditedPortal(env);
  const { as, portal: server, db } = portal;
  const upload = async (
    name: string,
    { bytes = PDF, fileName = 'certificate.pdf' }: { bytes?: Buffer; fileName?: string } = {},
  ) =>
    server.inject({
      method: 'POST',
      url: creditFilesPath,
      headers: {
        ...(await as(name).headers()),
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(fileName),
      },
      payload: bytes,
    });
  const fileOf = async (name: string) => (await upload(name)).json<{ id: string }>().id;
  const claimOf = async (name: string, more: Partial<ClaimedCredits> = {}): Promise<ClaimedCredits> => ({
    title: 'Ethics online',
    provider: 'Duke University',
    program: 'Insurance CE',
    state: 'NC',
    subject: 'Ethics',
    hours: '2',
    day: '2026-05-04',
    fileId: more.fileId ?? (await fileOf(name)),
    ...more,
  });
  const save = (name: string, claimId: string, version: number | null, claim: ClaimedCredits) =>
    as(name).call(saveCreditClaim, { params: { claimId }, body: { version, claim } });
  return {
    ...portal,
    upload,
    fileOf,
    claimOf,
    save,
    enter: async (name: string, more: Partial<ClaimedCredits> = {}) => {
      const claimId = randomUUID();
      await save(name, claimId, null, await claimOf(name, more));
      return claimId;
    },
    own: async (name: string) => (await as(name).call(listCreditClaims, {})).items,
    decide: (claimId: string, version: number, decision: ClaimDecision, reason = '', name = 'edda') =>
      as(name).call(decideCreditClaim, { params: { claimId }, body: { version, decision, reason } }),
    decideFails: (claimId: string, version: number, decision: ClaimDecision, reason = '', name = 'edda') =>
      as(name).fail(decideCreditClaim, { params: { claimId }, body: { version, decision, reason } }),
    get: async (url: string, name: string) => server.inject({ url, headers: await as(name).headers() }),
    audited: async () =>
      (
        await db.selectFrom('audit_log').select('action').where('action', 'like', 'credits.%').orderBy('id').execute()
      ).map(({ action }) => action),
  };
}
