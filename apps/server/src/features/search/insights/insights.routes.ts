import type { FastifyInstance } from 'fastify';
import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import {
  getSearchInsights,
  InsightQuery,
  searchInsightsExportPath,
  type SearchedTerm,
} from '@portico/contracts/studio/insights';
import { dayIn } from '@portico/contracts/times';
import { audit } from '../../../db/audit.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import type { Cell } from '../../../spreadsheets/cell.ts';
import { sendSpreadsheet } from '../../../spreadsheets/sendSpreadsheet.ts';
import { assertMayManage } from '../../studio/access/actor.ts';
import { listTerms, readInsights } from './insights.queries.ts';

/** Terms in a file, those searched for most first. */
const MAX_EXPORTED_TERMS = 50_000;

const header = ['Term', 'Searches', 'Without results', 'Pinned answer', 'Abbreviation'];

const countCell = (count: number | null): Cell => count ?? `fewer than ${MIN_SHOWN_COUNT}`;
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');
const cellsOf = ({ term, searches, unanswered, isPinned, isAbbreviation }: SearchedTerm): Cell[] => [
  term,
  countCell(searches),
  countCell(unanswered),
  yesOrNo(isPinned),
  yesOrNo(isAbbreviation),
];

/** What readers searched for, as counts without people, for administrators of the whole studio. */
export function insightsRoutes(
  portal: FastifyInstance,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): void {
  const today = () => dayIn(config.FIRM_TIME_ZONE, now());
  route(portal, getSearchInsights, ({ person, query }) => {
    assertMayManage(person);
    return readInsights(db, query, today());
  });
  for (const format of ['csv', 'xlsx'] as const)
    portal.get(
      searchInsightsExportPath(format),
      {
        compress: false,
        config: { access: 'studio', isHidden: true },
        schema: { querystring: InsightQuery, hide: true },
      },
      async (request, reply) => {
        assertMayManage(request.person!);
        const query = request.query as InsightQuery;
        const terms = await listTerms(db, query, { today: today(), limit: MAX_EXPORTED_TERMS });
        await audit(db, {
          actorId: request.person!.id,
          action: 'insights.exported',
          objectKind: 'insights',
          details: { format, ...query, rows: terms.length },
        });
        return sendSpreadsheet(reply, format, {
          name: `Searches ${today()}`,
          sheetName: 'Searches',
          header,
          chunks: rowsOf(terms),
        });
      },
    );
}

async function* rowsOf(terms: readonly SearchedTerm[]): AsyncGenerator<Cell[][]> {
  yield terms.map(cellsOf);
}
