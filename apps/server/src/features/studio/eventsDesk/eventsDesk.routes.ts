import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { mayDo, type ItemStanding } from '@portico/authoring/mayDo';
import { checkIn, getCheckInCode, getOwnCheckIn, setCheckInCode } from '@portico/contracts/checkIn';
import {
  cancelDeskEvent,
  changeRoster,
  countRecipients,
  getDeskEvent,
  listCheckIn,
  listDeskEvents,
  listRoster,
  rosterExportPath,
  saveAttendance,
  sendRosterMessage,
  undoRosterChange,
  type DeskEvent,
} from '@portico/contracts/studio/eventsDesk';
import {
  createSeries,
  getDeskSeries,
  getSeriesChange,
  previewSeries,
  publishSeriesChange,
  undoSeriesChange,
} from '@portico/contracts/studio/eventSeries';
import { dayIn } from '@portico/contracts/times';
import {
  answerWatchingCheck,
  getOwnWatching,
  reportWatching,
  setWatching,
  WATCH_REPORTS_PER_MINUTE,
} from '@portico/contracts/watching';
import { audit } from '../../../db/audit.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import type { Cell } from '../../../spreadsheets/cell.ts';
import { sendSpreadsheet } from '../../../spreadsheets/sendSpreadsheet.ts';
import { actorOf, assertMayCreate, type StudioActor } from '../access/actor.ts';
import { assertCanNotify } from '../assertCanNotify.ts';
import { readDraftFields } from '../draftStore.queries.ts';
import { linkFactsOf } from '../links/deadLinks.queries.ts';
import { assertAllowed } from '../standing.queries.ts';
import { saveAttendance as mergeAttendance } from './attendance.queries.ts';
import { cancelEvent } from './cancelEvent.ts';
import { changeRoster as change, undoChange } from './changeRoster.ts';
import { changeSeries, findReach, undoChange as undoSeries } from './changeSeries.ts';
import { findDeskSeries, previewDates, repeatEvent } from './eventSeries.ts';
import { checkInByCode, findOwnCheckIn, readCheckInCode, saveCheckInCode } from './checkInCodes.ts';
import { findDeskEvent, listEvents, listRosterPage, listWholeRoster } from './roster.queries.ts';
import { countRecipients as count, sendMessage } from './rosterMessages.queries.ts';
import { findOwnWatching, reportOwnWatching, saveWatching } from './watching.queries.ts';

const EventParams = z.object({ itemId: z.uuid() });

/**
 * What organizers do with the people of an event: everyone who may edit the event in the studio. Source:
 * decisions/0298.
 */
export function eventsDeskRoutes(
  portal: FastifyInstance,
  { db, config, notify, now }: Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>,
): void {
  const { FIRM_TIME_ZONE } = config;
  const sendsMail = config.SMTP_URL !== undefined;

  /** The event, for those who may edit it. Throws `not_found` and `forbidden`. */
  const organized = async (itemId: string, actor: StudioActor): Promise<DeskEvent & { standing: ItemStanding }> => {
    const [storedDraft] = await readDraftFields(db, [itemId]);
    const standing = await assertAllowed(db, found(storedDraft, 'item'), actor, 'write');
    return { ...found(await findDeskEvent(db, itemId, FIRM_TIME_ZONE), 'event'), standing };
  };

  route(portal, listDeskEvents, ({ person, reader, query }) => {
    assertMayCreate(person);
    return listEvents(db, query, actorOf({ person, reader }), FIRM_TIME_ZONE);
  });

  route(portal, getDeskEvent, async ({ params, ...caller }) => {
    const actor = actorOf(caller);
    const { standing, ...event } = await organized(params.itemId, actor);
    return { ...event, mayCancel: mayDo(actor, 'archive', standing), sendsMail };
  });

  route(portal, listRoster, async ({ params: { itemId }, query, ...caller }) => {
    await organized(itemId, actorOf(caller));
    return listRosterPage(db, itemId, query);
  });

  route(portal, changeRoster, async ({ params: { itemId }, body, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    return change({ db, config, notify }, actor, itemId, body);
  });

  route(portal, undoRosterChange, async ({ params: { itemId, changeId }, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    return undoChange({ db, config, notify }, actor, itemId, changeId);
  });

  route(portal, listCheckIn, async ({ params: { itemId }, ...caller }) => {
    await organized(itemId, actorOf(caller));
    return { items: await listWholeRoster(db, itemId) };
  });

  route(portal, saveAttendance, async ({ params: { itemId }, body, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    return mergeAttendance(db, itemId, body, actor);
  });

  route(portal, getCheckInCode, async ({ params: { itemId }, ...caller }) => {
    const event = await organized(itemId, actorOf(caller));
    return readCheckInCode(db, itemId, event, now());
  });

  route(portal, setCheckInCode, async ({ params: { itemId }, body, ...caller }) => {
    const actor = actorOf(caller);
    const event = await organized(itemId, actor);
    await saveCheckInCode(db, itemId, body.isOn, actor);
    return readCheckInCode(db, itemId, event, now());
  });

  route(portal, getOwnCheckIn, async ({ params, reader }) => {
    const { isOn, isHere } = found(await findOwnCheckIn(db, reader, params.eventId), 'event');
    return { isOn, isHere };
  });

  route(portal, checkIn, async ({ params: { eventId }, body, reader }) => {
    const own = found(await findOwnCheckIn(db, reader, eventId), 'event');
    return checkInByCode(db, reader, eventId, own, body.code);
  });

  route(portal, setWatching, async ({ params: { itemId }, body, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    await saveWatching(db, itemId, body.rule, actor);
  });

  route(portal, getOwnWatching, async ({ params, reader }) =>
    found(await findOwnWatching(db, reader, params.eventId), 'event'),
  );

  const reportLimit =
    config.RATE_LIMIT_PER_MINUTE > 0
      ? { rateLimit: { max: Math.min(WATCH_REPORTS_PER_MINUTE, config.RATE_LIMIT_PER_MINUTE) } }
      : {};
  route(
    portal,
    reportWatching,
    async ({ params, body, reader }) => found(await reportOwnWatching(db, reader, params.eventId, body), 'event'),
    reportLimit,
  );

  route(
    portal,
    answerWatchingCheck,
    async ({ params, body, reader }) => found(await reportOwnWatching(db, reader, params.eventId, body), 'event'),
    reportLimit,
  );

  route(portal, countRecipients, async ({ params: { itemId }, body, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    return count(db, itemId, body, { now: actor.now, sendsMail });
  });

  route(portal, sendRosterMessage, async ({ params: { itemId }, body, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    return sendMessage({ db, config, notify }, actor, itemId, body);
  });

  route(portal, cancelDeskEvent, async ({ params: { itemId }, body, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    return cancelEvent({ db, config, notify }, actor, itemId, body);
  });

  route(portal, getDeskSeries, async ({ params: { itemId }, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    return findDeskSeries(db, itemId, actor, FIRM_TIME_ZONE);
  });

  route(portal, previewSeries, async ({ params: { itemId }, body: { rule }, ...caller }) => {
    await organized(itemId, actorOf(caller));
    const dates = await previewDates(db, itemId, rule, config);
    return { items: dates.map(({ startsAt, endsAt }) => ({ startDate: startsAt, endDate: endsAt })) };
  });

  route(portal, createSeries, async ({ params: { itemId }, body, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    await repeatEvent(db, itemId, body, actor, config);
    return findDeskSeries(db, itemId, actor, FIRM_TIME_ZONE);
  });

  route(portal, getSeriesChange, async ({ params: { itemId }, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    return findReach(db, itemId, actor, config);
  });

  route(portal, publishSeriesChange, async ({ params: { itemId }, body, ...caller }) => {
    const actor = actorOf(caller);
    await organized(itemId, actor);
    assertCanNotify(config, body.notifyBy);
    return changeSeries(db, itemId, body, { ...actor, ...linkFactsOf(config, actor.now) }, config);
  });

  route(portal, undoSeriesChange, async ({ params, ...caller }) => {
    const actor = actorOf(caller);
    await organized(params.itemId, actor);
    return undoSeries(db, params, actor);
  });

  for (const format of ['csv', 'xlsx'] as const) {
    portal.get(
      rosterExportPath(':itemId', format),
      {
        compress: false,
        config: { access: 'studio', isHidden: true },
        schema: { params: EventParams, hide: true },
      },
      async (request, reply) => {
        const { itemId } = request.params as z.infer<typeof EventParams>;
        const event = await organized(itemId, actorOf({ person: request.person!, reader: request.reader! }));
        await audit(db, {
          actorId: request.person!.id,
          action: 'event.roster-exported',
          objectKind: 'event',
          objectId: itemId,
          details: { format },
        });
        return sendSpreadsheet(reply, format, {
          name: `${event.header} ${dayIn(FIRM_TIME_ZONE, now())}`,
          sheetName: 'People',
          header: [
            'Family name',
            'Name',
            'Email',
            'Status',
            'Position',
            'Since (UTC)',
            'Was there',
            'Minutes watched',
            'Checks answered',
            'Checks missed',
            'Added by',
            'Reason',
            'Done for them by',
          ],
          chunks: rowsOf(itemId),
        });
      },
    );
  }

  async function* rowsOf(itemId: string): AsyncGenerator<Cell[][]> {
    const people = await listWholeRoster(db, itemId);
    for (let start = 0; start < people.length; start += EXPORT_CHUNK)
      yield people.slice(start, start + EXPORT_CHUNK).map(rowOf);
  }
}

const EXPORT_CHUNK = 500;

function rowOf(person: Awaited<ReturnType<typeof listWholeRoster>>[number]): Cell[] {
  const { familyName, name, email, status, position, since, attendance, watched, addedBy, reason, actedBy } = person;
  return [
    familyName,
    name,
    email ?? '',
    status,
    position ?? '',
    since.slice(0, 19).replace('T', ' '),
    attendance === null ? '' : attendance.isHere ? 'Yes' : 'No',
    watched?.minutes ?? '',
    watched?.answered ?? '',
    watched?.missed ?? '',
    addedBy ?? '',
    reason ?? '',
    actedBy ?? '',
  ];
}
