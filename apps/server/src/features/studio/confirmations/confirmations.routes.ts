import type { FastifyInstance } from 'fastify';
import { isOfficer, mayDo } from '@portico/authoring/mayDo';
import { z } from 'zod/mini';
import {
  askedExportPath,
  AskedPeopleFilters,
  countReminded,
  getAskedItem,
  listAskedItems,
  listAskedPeople,
  remindMissing,
  type AskedPerson,
} from '@portico/contracts/studio/confirmations';
import { listSectionChanges } from '@portico/contracts/studio/sections';
import { dayIn } from '@portico/contracts/times';
import { audit } from '../../../db/audit.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import type { Cell } from '../../../spreadsheets/cell.ts';
import { sendSpreadsheet } from '../../../spreadsheets/sendSpreadsheet.ts';
import { actorOf, assertMayDo, assertMaySeeConfirmations, type StudioActor } from '../access/actor.ts';
import { readDraft, readDraftFields } from '../draftStore.queries.ts';
import { assertAllowed, readStandings } from '../standing.queries.ts';
import { findAskedItem, listEveryone, listItems, listPeople } from './asked.queries.ts';
import { findSectionChanges } from '../sections/sectionMarks.queries.ts';
import { countMissing, remind } from './reminders.queries.ts';

const ItemParams = z.object({ itemId: z.uuid() });

/**
 * Who has confirmed an item and who is missing, for everyone who may edit it, and for officers. Source: decisions/0320,
 * decisions/0336.
 */
export function confirmationsRoutes(
  portal: FastifyInstance,
  { db, config, notify, now }: Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>,
): void {
  const sendsMail = config.SMTP_URL !== undefined;
  const today = () => dayIn(config.FIRM_TIME_ZONE, now());

  /** The item, for those who may edit it, and for officers. Throws `not_found` and `forbidden`. */
  const asked = async (itemId: string, actor: StudioActor) => {
    const [stored] = await readDraftFields(db, [itemId]);
    const standing = stored && (await readStandings(db, [stored])).get(itemId);
    if (!isOfficer(actor)) assertMayDo(actor, 'write', found(standing, 'item'));
    const mayEdit = standing !== undefined && mayDo(actor, 'write', standing);
    return { ...found(await findAskedItem(db, itemId, today()), 'confirmation'), mayEdit };
  };

  route(portal, listAskedItems, ({ person, reader, query }) => {
    assertMaySeeConfirmations(person);
    return listItems(db, query, actorOf({ person, reader }), today());
  });

  route(portal, getAskedItem, async ({ params: { itemId }, ...caller }) => ({
    ...(await asked(itemId, actorOf(caller))),
    sendsMail,
    exportsReceipts: config.PROOF_KEYS !== undefined && caller.person.roles.includes('compliance'),
  }));

  route(portal, listSectionChanges, ({ params: { itemId }, ...caller }) => {
    const actor = actorOf(caller);
    // What is compared and who is counted are of one moment.
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const stored = found(await readDraft(trx, itemId, false), 'item');
        await assertAllowed(trx, stored, actor, 'write');
        return findSectionChanges(trx, stored, actor.now);
      });
  });

  route(portal, listAskedPeople, async ({ params: { itemId }, query, ...caller }) => {
    await asked(itemId, actorOf(caller));
    return listPeople(db, itemId, query);
  });

  route(portal, countReminded, async ({ params: { itemId }, ...caller }) => {
    const actor = actorOf(caller);
    await asked(itemId, actor);
    return countMissing(db, itemId, { now: actor.now, sendsMail });
  });

  route(portal, remindMissing, async ({ params: { itemId }, body, ...caller }) => {
    const actor = actorOf(caller);
    await asked(itemId, actor);
    return remind({ db, config, notify }, actor, itemId, body);
  });

  for (const format of ['csv', 'xlsx'] as const) {
    portal.get(
      askedExportPath(':itemId', format),
      {
        compress: false,
        config: { access: 'overseer', isHidden: true },
        schema: { params: ItemParams, querystring: AskedPeopleFilters, hide: true },
      },
      async (request, reply) => {
        const { itemId } = request.params as z.infer<typeof ItemParams>;
        const filters = request.query as AskedPeopleFilters;
        const item = await asked(itemId, actorOf({ person: request.person!, reader: request.reader! }));
        const people = await listEveryone(db, itemId, filters);
        await audit(db, {
          actorId: request.person!.id,
          action: `${item.kind}.confirmations-exported`,
          objectKind: item.kind,
          objectId: itemId,
          details: { format, people: people.length },
        });
        return sendSpreadsheet(reply, format, {
          name: `${item.title} ${today()}`,
          sheetName: 'Confirmations',
          header: [
            'Name',
            'Email',
            'Firm',
            'Branch',
            'Supervisor',
            'Status',
            'Due',
            'Asked since (UTC)',
            'Confirmed (UTC)',
            'Confirmed by',
            'Version',
            'Statement',
          ],
          chunks: rowsOf(people, item),
        });
      },
    );
  }
}

const EXPORT_CHUNK = 500;

function* chunksOf(rows: Cell[][]): Generator<Cell[][]> {
  for (let start = 0; start < rows.length; start += EXPORT_CHUNK) yield rows.slice(start, start + EXPORT_CHUNK);
}

async function* rowsOf(
  people: AskedPerson[],
  { dueDate, statement }: { dueDate: string; statement: string },
): AsyncGenerator<Cell[][]> {
  yield* chunksOf(
    people.map(({ name, email, firm, branch, supervisor, state, since, confirmedAt, confirmedBy, revision }) => [
      name,
      email ?? '',
      firm ?? '',
      branch ?? '',
      supervisor ?? '',
      state === 'Missing' ? 'Missing' : 'Confirmed',
      dueDate,
      minuteOf(since),
      minuteOf(confirmedAt),
      confirmedBy ?? (state === 'Confirmed' ? name : ''),
      revision ?? '',
      statement,
    ]),
  );
}

const minuteOf = (instant: string | null): string => (instant === null ? '' : instant.slice(0, 19).replace('T', ' '));
