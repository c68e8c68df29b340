export const PAGE_SIZE = 10;
export const FOUND_SIZE = 5;

const categories = `(
  select json_agg(categories.name order by categories.id) from plain.news_categories
  join plain.categories on categories.id = news_categories.category_id where news_categories.news_id = news.id)`;

/** JSON of a row of `plain.news`, joined with its department, in a list, as a whole, and as a result of a search. */
export const SUMMARY_JSON = `json_build_object(
  'id', news.id, 'title', news.title, 'description', news.description, 'publishedAt', news.published_at,
  'department', departments.name, 'categories', ${categories})`;
export const DETAIL_JSON = `json_build_object(
  'id', news.id, 'title', news.title, 'description', news.description, 'publishedAt', news.published_at,
  'department', departments.name, 'categories', ${categories}, 'body', news.body)`;
export const FOUND_JSON = `json_build_object(
  'id', news.id, 'title', news.title, 'description', news.description, 'publishedAt', news.published_at)`;

/** The items of the first page and the exact total. */
export const LIST = `
  select json_build_object(
    'total', (select count(*) from plain.news where published_at <= now()),
    'items', (
      select json_agg(${SUMMARY_JSON} order by news.published_at desc, news.id desc)
      from (
        select * from plain.news where published_at <= now() order by published_at desc, id desc limit $1
      ) news join plain.departments on departments.id = news.department_id))::text`;

export const DETAIL = `
  select ${DETAIL_JSON}::text
  from plain.news join plain.departments on departments.id = news.department_id
  where news.id = $1 and news.published_at <= now()`;

/** The best matches by title and description, and the number of matches. */
export const SEARCH = `
  with asked as (select websearch_to_tsquery('english', $1) as query),
  matching as materialized (
    select news.id, news.published_at, ts_rank(news.search, asked.query) as rank from plain.news, asked
    where news.search @@ asked.query and news.published_at <= now()),
  best as (select * from matching order by rank desc, published_at desc limit $2)
  select json_build_object(
    'total', (select count(*) from matching),
    'items', (
      select coalesce(json_agg(${FOUND_JSON} order by best.rank desc, best.published_at desc), '[]')
      from best join plain.news on news.id = best.id))::text`;
