/** What all answers depend on: the number of changes, and of scheduled news that have appeared since the totals. */
export const FLOOR_STATE = `
  select changes || '-' || (
    select count(*) from plain.texts where published_at > summed_at and published_at <= now()) from plain.totals`;

export const FLOOR_LIST = `
  select '{"total":' || (
      select items + (select count(*) from plain.texts where published_at > summed_at and published_at <= now())
      from plain.totals)
    || ',"items":[' || coalesce(string_agg(summary, ',' order by published_at desc, id desc), '') || ']}'
  from (
    select id, published_at, summary from plain.texts where published_at <= now()
    order by published_at desc, id desc limit $1
  ) newest`;

export const FLOOR_DETAIL = `select detail from plain.texts where id = $1 and published_at <= now()`;

/** The same ranking as the plain server's. */
export const FLOOR_SEARCH = `
  with asked as (select websearch_to_tsquery('english', $1) as query),
  matching as materialized (
    select texts.id, texts.published_at, ts_rank(texts.search, asked.query) as rank from plain.texts, asked
    where texts.search @@ asked.query and texts.published_at <= now()),
  best as (select * from matching order by rank desc, published_at desc limit $2)
  select '{"total":' || (select count(*) from matching) || ',"items":['
    || coalesce(string_agg(texts.found, ',' order by best.rank desc, best.published_at desc), '') || ']}'
  from best join plain.texts on texts.id = best.id`;

/** Filled from the plain tables. */
export const FLOOR_TABLES = (summary: string, detail: string, found: string): string[] => [
  `create table plain.texts (
    id uuid primary key, published_at timestamptz not null, summary text not null, detail text not null,
    found text not null, search tsvector not null)`,
  `insert into plain.texts
    select news.id, news.published_at, (${summary})::text, (${detail})::text, (${found})::text, news.search
    from plain.news join plain.departments on departments.id = news.department_id`,
  `create index on plain.texts (published_at desc, id desc)`,
  `create index on plain.texts using gin (search)`,
  `create table plain.totals (items bigint not null, summed_at timestamptz not null, changes bigint not null)`,
  `insert into plain.totals select count(*), now(), 0 from plain.texts where published_at <= now()`,
];
