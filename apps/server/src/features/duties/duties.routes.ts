import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { listCredits } from '@portico/contracts/credits';
import { confirmItem, getItemConfirmation, listDuties, recordPath } from '@portico/contracts/duties';
import { listTeamDuties, remindTeam } from '@portico/contracts/dutyTeam';
import { dayIn } from '@portico/contracts/times';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { contentDisposition } from '../../http/headers/contentDisposition.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { confirmShown } from './confirm.ts';
import { listOwnCredits } from './credits.queries.ts';
import { countTeam, listTeam, remindOwnTeam } from './team.queries.ts';
import { findItemConfirmation, findOwnRecord, listOwnDuties } from './duties.queries.ts';

const RecordParams = z.object({ id: z.uuid() });

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

  route(portal, listDuties, async ({ reader, query }) => {
    const [list, team] = await Promise.all([
      listOwnDuties(db, reader, query, shown(reader)),
      // The people of a supervisor are no matter of their delegates.
      reader.actedBy === undefined ? countTeam(db, reader, shown()) : null,
    ]);
    return { ...list, counts: { ...list.counts, team } };
  });

  route(portal, listTeamDuties, ({ reader, query }) => listTeam(db, reader, query, shown()));

  route(portal, listCredits, ({ reader, reads, query }) => listOwnCredits(reads, reader, query.year, shown()));

  route(portal, remindTeam, ({ reader, body }) => remindOwnTeam({ db, config, notify }, reader, body));

  route(portal, getItemConfirmation, async ({ reader, params }) =>
    found(await findItemConfirmation(db, reader, params.itemId, shown(reader)), 'confirmation'),
  );

  route(portal, confirmItem, ({ reader, params, body }, { request }) =>
    confirmShown(db, reader, { ...params, ...body, session: request.sessionDigest!() }, shown(reader)),
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
}
