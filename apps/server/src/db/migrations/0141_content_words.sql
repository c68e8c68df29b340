-- The words of published news, resources and documents, as they stand and by their stems: what the search fields of their lists look into.
-- Events have theirs in event_words.
create table content_words (
  item_id uuid primary key references content_items on delete cascade,
  words tsvector not null
);
create index content_words_by_word on content_words using gin (words);

create function content_words_of(revision content_revisions) returns tsvector language sql stable as $$
  select to_tsvector('simple'::regconfig, all_text) || to_tsvector('english'::regconfig, all_text)
  from (select plain_words(concat_ws(' ', revision.header, revision.description, revision.author_department,
    revision.details->>'department', array_to_string(revision.categories, ' '))) as all_text) given
$$;

create function keep_content_words() returns trigger language plpgsql as $$
begin
  if new.published_revision_id is null then
    delete from content_words where item_id = new.id;
  else
    insert into content_words
      select new.id, content_words_of(revision) from content_revisions revision where revision.id = new.published_revision_id
      on conflict (item_id) do update set words = excluded.words;
  end if;
  return null;
end $$;
create trigger content_items_content_words after insert or update of published_revision_id on content_items
  for each row when (new.kind in ('news', 'resource', 'document')) execute function keep_content_words();

insert into content_words
  select item.id, content_words_of(revision) from content_items item join content_revisions revision on revision.id = item.published_revision_id
  where item.kind in ('news', 'resource', 'document');
