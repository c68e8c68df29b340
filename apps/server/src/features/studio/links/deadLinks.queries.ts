import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { isPagePath } from '@portico/contracts/pagePaths';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import type { LinkProblem } from '@portico/contracts/studio/studioChecks';
import type { Config } from '../../../config.ts';
import { itemPath } from '../../../content/itemPath.ts';
import { readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { addJob } from '../../../jobs/queue.ts';

/** A host that could not be reached this many times, days apart, counts as gone. */
const MAX_FAILED_VISITS = 3;
/** An index of PostgreSQL can't hold longer ones. Only addresses of other alphabets get so long. */
const MAX_HREF_BYTES = 2048;
const ITEM = /^\/(?:news|events|resources|media\/documents)\/([0-9a-f-]{36})$/i;

export interface DeadLinks {
  dead: Array<{ href: string; problem: LinkProblem }>;
  isPending: boolean;
}

export interface LinkFacts {
  /** The origin of the portal, which distinguishes its links from external ones. */
  origin: string;
  /** Without visits, nothing is known about other sites. */
  visitsLinks: boolean;
  now: Date;
}

export const linkFactsOf = (config: Pick<Config, 'PUBLIC_URL' | 'VISIT_LINKS'>, now: Date): LinkFacts => ({
  origin: new URL(config.PUBLIC_URL).origin,
  visitsLinks: config.VISIT_LINKS,
  now,
});

/**
 * Finds the links among these that lead nowhere. Items and pages of the portal are looked up, no matter who may see
 * them. For external links, the results of past visits are used, and new links are queued.
 */
export async function findDeadLinks(
  db: Kysely<DB>,
  hrefs: readonly string[],
  { origin, visitsLinks, now }: LinkFacts,
): Promise<DeadLinks> {
  const own = new Map<string, string>();
  const web: string[] = [];
  for (const href of new Set(hrefs)) {
    const url = URL.parse(href, origin);
    if (url?.origin === origin && !href.startsWith('#')) own.set(href, url.pathname.replace(/(?<=.)\/$/, ''));
    else if (url && (url.protocol === 'https:' || url.protocol === 'http:') && !href.startsWith('#')) {
      if (Buffer.byteLength(href) <= MAX_HREF_BYTES) web.push(href);
    }
  }
  const missing = await missingPaths(db, [...own.values()]);
  const visited = visitsLinks ? await visitedLinks(db, web, now) : [];
  const dead: DeadLinks['dead'] = [...own.keys()]
    .filter((href) => missing.has(own.get(href)!))
    .map((href) => ({ href, problem: 'NotFound' }));
  for (const { href, isMissing, failures } of visited)
    if (isMissing || failures >= MAX_FAILED_VISITS)
      dead.push({ href, problem: isMissing ? 'NotFound' : 'Unreachable' });
  return {
    dead,
    isPending: visited.some(({ isVisited }) => !isVisited),
  };
}

/** Paths of the portal where nothing exists. */
async function missingPaths(db: Kysely<DB>, paths: string[]): Promise<Set<string>> {
  const isContent = (path: string) => ITEM.test(path) || (contentPagePaths as readonly string[]).includes(path);
  const served = /^\/(?:api|media|feeds|sidebar|applications)(?:\/|$)/;
  const content = paths.filter(isContent);
  const unknown = paths.filter((path) => !isContent(path) && !served.test(path) && !isPagePath(path));
  if (content.length === 0) return new Set(unknown);
  const rows = await readRows(
    db,
    z.object({ path: z.string() }),
    sql`select asked.path from unnest(${content}::text[]) as asked (path) where exists (
      select from content_items item where item.published_revision_id is not null
        and (lower(coalesce(${itemPath}, '/media/documents/' || item.id)) = lower(asked.path)))`,
  );
  const there = new Set(rows.map(({ path }) => path));
  return new Set([...unknown, ...content.filter((path) => !there.has(path))]);
}

const LinkRow = z.object({ href: z.string(), isMissing: z.boolean(), failures: z.int(), isVisited: z.boolean() });

/** The results of visits to external links. New links are queued for a visit. */
async function visitedLinks(db: Kysely<DB>, hrefs: string[], now: Date): Promise<Array<z.infer<typeof LinkRow>>> {
  if (hrefs.length === 0) return [];
  const rows = await readRows(
    db,
    LinkRow,
    sql`insert into studio_links as link (href, asked_at)
      select href, ${now.toISOString()}::timestamptz from unnest(${hrefs}::text[]) as asked (href) order by href
      on conflict (href) do update set asked_at = excluded.asked_at
      returning link.href, link.is_missing as "isMissing", link.failures, link.visited_at is not null as "isVisited"`,
  );
  if (rows.some(({ isVisited }) => !isVisited)) await addJob(db, 'visit-links', {}, { key: 'visit-links' });
  return rows;
}
