import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import {
  getReadership,
  listReadership,
  readershipDaysExportPath,
  ReadershipDaysQuery,
  readershipExportPath,
  ReadershipFilters,
  type ShownCount,
} from '@portico/contracts/studio/readership';
import { dayIn } from '@portico/contracts/times';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import type { Cell } from '../../../spreadsheets/cell.ts';
import { sendSpreadsheet } from '../../../spreadsheets/sendSpreadsheet.ts';
import { actorOf, assertMayCreate, assertMayDo, type StudioActor } from '../access/actor.ts';
import { readDraftFields } from '../draftStore.queries.ts';
import { readStandings } from '../standing.queries.ts';
import { findReadership, listEveryReadership, listReadershipPage } from './readership.queries.ts';

/** Items in a file. */
const MAX_EXPORTED = 50_000;

const ItemParams = z.object({ itemId: z.uuid() });

/** How many people read items, for those who may edit them. Nobody is named, so reading it is no event. */
export function readershipRoutes(
  portal: FastifyInstance,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): void {
  const today = () => dayIn(config.FIRM_TIME_ZONE, now());

  /** Throws `not_found` and `forbidden`. */
  const read = async (actor: StudioActor, itemId: string, days: ReadershipFilters['days']) => {
    const [stored] = await readDraftFields(db, [itemId]);
    const standing = stored && (await readStandings(db, [stored])).get(itemId);
    assertMayDo(actor, 'write', found(standing, 'item'));
    return found(await findReadership(db, itemId, days, { actor, today: today() }), 'readership');
  };

  route(portal, listReadership, ({ query, ...caller }) => {
    assertMayCreate(caller.person);
    return listReadershipPage(db, query, { actor: actorOf(caller), today: today() });
  });
  route(portal, getReadership, ({ params, query, ...caller }) => read(actorOf(caller), params.itemId, query.days));

  for (const format of ['csv', 'xlsx'] as const) {
    portal.get(
      readershipExportPath(format),
      {
        compress: false,
        config: { access: 'studio', isHidden: true },
        schema: { querystring: ReadershipFilters, hide: true },
      },
      async (request, reply) => {
        assertMayCreate(request.person!);
        const actor = actorOf({ person: request.person!, reader: request.reader! });
        const listing = { actor, today: today(), limit: MAX_EXPORTED };
        const items = await listEveryReadership(db, request.query as ReadershipFilters, listing);
        return sendSpreadsheet(reply, format, {
          name: `Readers ${today()}`,
          sheetName: 'Readers',
          header: [
            'Title',
            'Kind',
            'Published (UTC)',
            'Audience today',
            'Readers of all days',
            'Best day',
            'Readers on the best day',
            'Audience on the best day',
            'Downloads',
            'Registrations',
            'Confirmed',
            'Asked to confirm',
          ],
          chunks: inOneChunk(
            items.map(
              ({ title, kind, publishedAt, audience, readers, best, downloads, registrations, confirmations }) => [
                title,
                kind,
                publishedAt.slice(0, 16).replace('T', ' '),
                audience ?? '',
                countCell(readers),
                best?.day ?? '',
                countCell(best?.readers),
                best?.audience ?? '',
                countCell(downloads),
                countCell(registrations),
                countCell(confirmations?.confirmed),
                confirmations?.people ?? '',
              ],
            ),
          ),
        });
      },
    );
    portal.get(
      readershipDaysExportPath(':itemId', format),
      {
        compress: false,
        config: { access: 'studio', isHidden: true },
        schema: { params: ItemParams, querystring: ReadershipDaysQuery, hide: true },
      },
      async (request, reply) => {
        const { itemId } = request.params as z.infer<typeof ItemParams>;
        const { days } = request.query as z.infer<typeof ReadershipDaysQuery>;
        const item = await read(actorOf({ person: request.person!, reader: request.reader! }), itemId, days);
        return sendSpreadsheet(reply, format, {
          name: `Readers of ${item.title} ${today()}`,
          sheetName: 'Readers',
          header: ['Day', 'Readers', 'Audience', ...(item.downloads ? ['Downloads'] : [])],
          chunks: inOneChunk(
            item.days.map(({ day, readers, audience, downloads }) => [
              day,
              countCell(readers),
              audience,
              ...(item.downloads ? [countCell(downloads)] : []),
            ]),
          ),
        });
      },
    );
  }
}

/** The number, or both ends. */
function countCell(count: ShownCount | null | undefined): Cell {
  if (!count) return '';
  return count.least === count.most ? count.least : `${count.least} to ${count.most}`;
}

async function* inOneChunk(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows;
}
