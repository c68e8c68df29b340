import { withConnection } from '@portico/dev-database/databases';
import { FLOOR_TABLES } from './floorStatements.ts';
import { DETAIL_JSON, FOUND_JSON, SUMMARY_JSON } from './plainStatements.ts';
import { WRITE_TABLES } from './plainWrites.ts';

/** The advisor type of the reader in whose name all servers are measured, unless everyone sees all news. */
export const READER_TYPE = 'AdvisorHybrid';

/**
 * Copies the news of a portal's database that the reader may see, now or once they are published, to plain tables in
 * its schema `plain`: the minimum for the same calls, in the plain server and in the floor. They have the same texts in
 * the same PostgreSQL, without audiences, versions or expiry.
 */
export async function fillPlainTables(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    const floor = FLOOR_TABLES(SUMMARY_JSON, DETAIL_JSON, FOUND_JSON);
    for (const statement of [
      TABLES,
      DEPARTMENTS,
      CATEGORIES,
      NEWS,
      NEWS_CATEGORIES,
      INDEXES,
      ...floor,
      ...WRITE_TABLES,
    ])
      await client.query(statement);
    for (const table of ['news', 'categories', 'departments', 'news_categories', 'texts', 'totals'])
      await client.query(`vacuum (analyze) plain.${table}`);
  });
}

const TABLES = `
  create schema plain;
  create table plain.departments (id int generated always as identity primary key, name text not null unique);
  create table plain.categories (id int generated always as identity primary key, name text not null unique);
  create table plain.news (
    id uuid primary key,
    title text not null,
    description text not null,
    body jsonb not null,
    department_id int not null references plain.departments,
    published_at timestamptz not null,
    search tsvector not null generated always as (
      setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', description), 'B')) stored
  );
  create table plain.news_categories (
    news_id uuid not null references plain.news,
    category_id int not null references plain.categories,
    primary key (news_id, category_id)
  )`;

const PUBLISHED = `content_items item join content_revisions rev on rev.id = item.published_revision_id
  where item.kind = 'news' and (item.expires_at is null or item.expires_at > now())
  and (item.audience = '{}' or '${READER_TYPE}' = any (item.audience))`;

const DEPARTMENTS = `insert into plain.departments (name) select distinct coalesce(rev.author_department, '') from ${PUBLISHED}`;

const CATEGORIES = `insert into plain.categories (name) select distinct unnest(rev.categories) from ${PUBLISHED}`;

const NEWS = `
  insert into plain.news (id, title, description, body, department_id, published_at)
  select news.id, header, description, components, departments.id, published_at from (
    select item.id, rev.header, rev.description, rev.components, item.published_at, coalesce(rev.author_department, '') as department
    from ${PUBLISHED}
  ) news join plain.departments on departments.name = news.department`;

const NEWS_CATEGORIES = `
  insert into plain.news_categories (news_id, category_id)
  select news.id, categories.id from (select item.id, unnest(rev.categories) as category from ${PUBLISHED}) news
  join plain.categories on categories.name = news.category`;

const INDEXES = `
  create index on plain.news (published_at desc, id desc);
  create index on plain.news using gin (search)`;
