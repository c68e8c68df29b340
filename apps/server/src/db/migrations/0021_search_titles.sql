-- safe throughout: the tables were made by 0020, which was never released without this file
-- Titles are kept for suggestions, buckets for what is found without postings. What is indexed anew gets both.
delete from search_postings;
delete from search_segments;
delete from search_gone;
delete from search_buckets;
delete from search_items;
alter table search_items add column title text not null, add column bucket integer not null;
-- Titles as they are compared while a term is typed.
alter table search_items add column title_words text collate "C" not null;
create index search_items_by_title on search_items (title_words text_pattern_ops);

-- With the number, so that what must be passed over is read from the index alone.
drop index search_items_by_date, search_items_by_expiry, search_items_by_end;
create index search_items_by_date on search_items (published_at) include (doc);
create index search_items_by_expiry on search_items (expires_at) include (doc) where expires_at is not null;
create index search_items_by_end on search_items (ends_at) include (doc) where kind = 'event';

alter table search_abbreviations
  add column abbreviation_query tsquery not null generated always as (phraseto_tsquery('english', abbreviation_words)) stored,
  add column meaning_query tsquery not null generated always as (phraseto_tsquery('english', meaning_words)) stored;
