-- Stems of an item beyond the megabyte that PostgreSQL stores of its words in one value, without positions. See decision 297.
-- safe: a constant default, so nothing is rewritten
alter table search_items add column further_lexemes text[] not null default '{}';
create index search_items_with_further_lexemes on search_items (doc) where further_lexemes <> '{}';
