-- Every category that an item has or had, for suggestions: whether a reader may see an item with it is decided when they ask.
-- One may be there twice: no publication waits for another.
create table content_categories (
  name text not null,
  keys tsvector not null generated always as (name_keys(fold_words(name))) stored
);
create index content_categories_by_word on content_categories using gin (keys);

create function keep_content_categories() returns trigger language plpgsql as $$
begin
  insert into content_categories (name)
    select category from unnest(new.categories) category
    where not exists (select from content_categories known where known.name = category);
  return null;
end $$;
create trigger content_items_categories after insert or update of categories on content_items
  for each row when (new.categories <> '{}') execute function keep_content_categories();

insert into content_categories (name) select distinct category from content_items, unnest(categories) category;
