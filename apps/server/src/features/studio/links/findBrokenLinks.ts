import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Dependencies } from '../../../dependencies.ts';
import { readRows } from '../../../db/rows.ts';
import { findDeadLinks, linkFactsOf } from './deadLinks.queries.ts';

/** The number of addresses looked up together. */
const BATCH = 500;

/** Finds out which links of what readers see lead nowhere, and has external ones visited now and then. */
export async function findBrokenLinks(
  _payload: unknown,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): Promise<void> {
  const facts = linkFactsOf(config, now());
  let last = '';
  for (;;) {
    const rows = await readRows(
      db,
      z.object({ href: z.string() }),
      sql`select distinct href from published_links where href > ${last} order by href limit ${BATCH}`,
    );
    const hrefs = rows.map(({ href }) => href);
    const end = hrefs.at(-1);
    if (end === undefined) return;
    const { dead } = await findDeadLinks(db, hrefs, facts);
    const problems = new Map(dead.map(({ href, problem }) => [href, problem]));
    await sql`
      update published_links link set problem = found.problem
      from unnest(${hrefs}::text[], ${hrefs.map((href) => problems.get(href) ?? null)}::text[]) found (href, problem)
      where link.href = found.href and link.problem is distinct from found.problem`.execute(db);
    last = end;
  }
}
