import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { mayOversee } from '@portico/authoring/mayDo';
import {
  CertificateNumber,
  certificatePath,
  CreditsQuery,
  creditsRecordPath,
  listCredits,
} from '@portico/contracts/credits';
import {
  confirmItem,
  getItemConfirmation,
  listDuties,
  recordPath,
  type ItemConfirmation,
} from '@portico/contracts/duties';
import { listTeamDuties, remindTeam } from '@portico/contracts/dutyTeam';
import { dayIn } from '@portico/contracts/times';
import { fileFormats } from '@portico/kinds/fileFormats';
import { audit } from '../../db/audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { contentDisposition } from '../../http/headers/contentDisposition.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { confirmShown } from './confirm.ts';
import { certificatePdf, recordPdf } from './creditFiles.ts';
import { findCertificate, findCredits } from './credits.queries.ts';
import { listTeam, remindOwnTeam } from './team.queries.ts';
import { findItemConfirmation, findOwnRecord, listOwnDuties, type AskedConfirmation } from './duties.queries.ts';
import { takeTurns } from './takeTurns.ts';

const RecordParams = z.object({ id: z.uuid() });
const CertificateParams = z.object({ number: CertificateNumber });

/** More than these at a time only wait for each other, as entries of the log of proofs do. */
const MAX_CONFIRMING = 8;
/** Each holds a connection, so the rest of them is for all other requests. */
const CONNECTIONS_PER_CONFIRMING = 3;
const MAX_WAITING = 2000;
/** Less than a browser waits for an answer. */
const MAX_WAIT_MS = 25_000;

/** Without what is right. */
const shownTo = ({ questions, ...asked }: AskedConfirmation): ItemConfirmation => ({
  ...asked,
  questions: questions.map(({ question, choices }) => ({ question, choices: choices.map(({ text }) => text) })),
});

/** What the reader must confirm and has confirmed. Source: decisions/0320, decisions/0321. */
export function dutiesRoutes(
  portal: FastifyInstance,
  { db, config, notify, now }: Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>,
): void {
  const timeZone = config.FIRM_TIME_ZONE;
  const shown = (reader?: Reader) => ({
    today: dayIn(timeZone, now()),
    timeZone,
    // The links to receipts are those of the person who is signed in; delegates save records.
    hasKey: config.PROOF_KEYS !== undefined && reader?.actedBy === undefined,
  });

  route(portal, listDuties, ({ reader, query }) => listOwnDuties(db, reader, query, shown(reader)));

  route(portal, listTeamDuties, ({ reader, query }) => listTeam(db, reader, query, shown()));

  route(portal, listCredits, async ({ reader, reads, query, person }) => {
    const caller = { reader, mayOversee: mayOversee(person) };
    const { isOwn, holder, ...credits } = found(await findCredits(reads, caller, query, shown()), 'person');
    return { ...credits, person: isOwn ? null : holder };
  });

  route(portal, remindTeam, ({ reader, body }) => remindOwnTeam({ db, config, notify }, reader, body));

  route(portal, getItemConfirmation, async ({ reader, params }) =>
    shownTo(found(await findItemConfirmation(db, reader, params.itemId, shown(reader)), 'confirmation')),
  );

  const inTurn = takeTurns({
    atOnce: Math.min(MAX_CONFIRMING, Math.ceil(config.DATABASE_POOL_SIZE / CONNECTIONS_PER_CONFIRMING)),
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  });
  route(portal, confirmItem, async ({ reader, params, body }, { request }) =>
    shownTo(
      await inTurn(() =>
        confirmShown(db, reader, { ...params, ...body, session: request.sessionDigest!() }, shown(reader)),
      ),
    ),
  );

  portal.get(
    recordPath(':id'),
    { config: { access: 'member', actingScope: 'Duties' }, schema: { params: RecordParams, hide: true } },
    async (request, reply) => {
      const { id } = request.params as z.infer<typeof RecordParams>;
      const { record, title } = found(await findOwnRecord(db, request.person!.id, id), 'record');
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', `${title} ${id.slice(0, 8)}.json`))
        .send(record);
    },
  );

  const callerOf = ({ reader, person }: FastifyRequest) => ({ reader: reader!, mayOversee: mayOversee(person!) });
  const sendPdf = (reply: FastifyReply, name: string, pdf: Buffer) =>
    reply
      .headers({
        'cache-control': 'no-store',
        'content-type': fileFormats.PDF.mediaType,
        'content-disposition': contentDisposition('attachment', `${name}.pdf`),
      })
      .send(pdf);
  const file = { config: { access: 'member', actingScope: 'Duties' } } as const;

  portal.get(
    certificatePath(':number'),
    { ...file, schema: { params: CertificateParams, hide: true } },
    async (request, reply) => {
      const { number } = request.params as z.infer<typeof CertificateParams>;
      const certificate = found(await findCertificate(db, callerOf(request), number, timeZone), 'certificate');
      if (!certificate.isOwn)
        await audit(db, {
          actorId: request.person!.id,
          action: 'credits.certificate-opened',
          objectKind: 'credits',
          objectId: certificate.personId,
          details: { person: certificate.holder, number },
        });
      return sendPdf(reply, `Certificate ${number}`, await certificatePdf(certificate, { config, now: now() }));
    },
  );

  portal.get(
    creditsRecordPath(),
    { ...file, schema: { querystring: CreditsQuery, hide: true } },
    async (request, reply) => {
      const query = request.query as z.infer<typeof CreditsQuery>;
      const credits = found(await findCredits(db, callerOf(request), query, shown()), 'person');
      if (!credits.isOwn)
        await audit(db, {
          actorId: request.person!.id,
          action: 'credits.record-opened',
          objectKind: 'credits',
          objectId: query.person,
          details: { person: credits.holder, year: credits.year },
        });
      return sendPdf(
        reply,
        `Credits ${credits.year} ${credits.holder}`,
        await recordPdf(credits, { config, now: now() }),
      );
    },
  );
}
