-- The words of titles, of which none is too common to be found: "The Who", "Will checklist", "IT". Their stems are those of `english`.
create text search dictionary portico_title_stem (template = pg_catalog.snowball, language = 'english');
create text search configuration portico_titles (copy = pg_catalog.english);
alter text search configuration portico_titles alter mapping replace english_stem with portico_title_stem;

-- Suggestions read titles from it without the words of the texts.
create index search_items_by_title_words on search_items using gin (to_tsvector('portico_titles'::regconfig, title_words));
