import { loadSetting } from '@portico/server/config';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { findHome } from '@portico/server/features/home/home.queries';
import { listNewsPage, newsArticle } from '@portico/server/features/news/news.queries';
import { articleReader } from '@portico/server/content/findArticle';
import { findCurrentUser } from '@portico/server/features/users/users.queries';
import type { AdvisorType } from '@portico/kinds/advisorType';
import { NEWS_PAGE_SIZE } from '@portico/contracts/news';

export const calls = ['list', 'detail', 'home', 'currentUser'] as const;
export type CallName = (typeof calls)[number];

/** What a call of the portal runs in the database, for the raw server. */
export interface Statement {
  name: CallName;
  /** Path of the call, the same on every server. */
  path: string;
  text: string;
  /** Parameters. The current time is replaced by NOW, because it differs in every call. */
  values: unknown[];
}
export const NOW = { now: true } as const;

/**
 * Runs the queries behind the four calls once and records what reaches the database, so that the raw server runs
 * exactly the same statements. Throws if a call takes more than one statement.
 */
export async function captureStatements(
  url: string,
  reader: { userId: string; advisorType: AdvisorType; newsId: string },
): Promise<Statement[]> {
  const now = new Date();
  const who = { id: reader.userId, advisorType: reader.advisorType, facts: [`advisorType:${reader.advisorType}`], now };
  const seen: Array<{ text: string; values: readonly unknown[] }> = [];
  const pool = createPool({ url, max: 1, prepare: false, statementTimeoutMs: 10_000 });
  const db = createDb(pool, ({ query }) => void seen.push({ text: query.sql, values: query.parameters }));
  const queries: Record<CallName, { path: string; run: (db: Db) => Promise<unknown> }> = {
    list: { path: '/api/v1/news', run: () => listNewsPage(db, who, { page: 1, pageSize: NEWS_PAGE_SIZE }) },
    detail: {
      path: `/api/v1/news/${reader.newsId}`,
      run: () => articleReader(newsArticle).readArticle(db, who, reader.newsId),
    },
    home: { path: '/api/v1/home', run: () => findHome(db, who, loadSetting('FIRM_TIME_ZONE', process.env)) },
    currentUser: { path: '/api/v1/users/current', run: () => findCurrentUser(db, reader.userId, {}) },
  };
  try {
    const statements: Statement[] = [];
    for (const name of calls) {
      const { path, run } = queries[name];
      seen.length = 0;
      await run(db);
      const [one, ...more] = seen;
      if (!one || more.length > 0)
        throw new Error(`${name} runs ${seen.length} statements; the raw server can only run one`);
      statements.push({
        name,
        path,
        text: one.text,
        values: one.values.map((value) => (isInstant(value, now) ? NOW : value)),
      });
    }
    return statements;
  } finally {
    await db.destroy();
  }
}

function isInstant(value: unknown, instant: Date): boolean {
  return (value instanceof Date && value.getTime() === instant.getTime()) || value === instant.toISOString();
}
