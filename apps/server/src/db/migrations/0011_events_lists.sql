-- Upcoming events are those that end later, however early they begin; with all that their totals read, so that these need no table access.
create index content_items_by_end on content_items (ends_at)
  include (starts_at, id, published_at, expires_at, audience) where kind = 'event' and published_revision_id is not null;
-- What goes on in a range of days, wherever in time that lies.
create index content_items_by_span on content_items using gist (tstzrange(starts_at, ends_at, '[]'))
  where kind = 'event' and published_revision_id is not null;

-- Readers see events with their times, so that there is none without.
-- safe: every version publishes events with both
alter table content_items add constraint content_items_event_times
  check (kind <> 'event' or published_revision_id is null or (starts_at is not null and ends_at is not null));

-- The words of published events, as they stand and by their stems: what the list's own search field looks into.
create table event_words (
  event_id uuid primary key references content_items on delete cascade,
  words tsvector not null
);
create index event_words_by_word on event_words using gin (words);

-- Text as words are compared: without accents, and with plain quotes and dashes for those that typesetters use.
create function plain_words(given text) returns text language sql immutable as $$
  select translate(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g'), '’‘ʼ‛“”„«»‹›–—‐‑•·', '''''''''             ')
$$;

create function event_words_of(revision content_revisions) returns tsvector language sql stable as $$
  select to_tsvector('simple'::regconfig, all_text) || to_tsvector('english'::regconfig, all_text)
  from (select plain_words(concat_ws(' ', revision.header, revision.description, revision.details->>'location', revision.details->>'speakers')) as all_text) given
$$;

create function keep_event_words() returns trigger language plpgsql as $$
begin
  if new.published_revision_id is null then
    delete from event_words where event_id = new.id;
  else
    insert into event_words
      select new.id, event_words_of(revision) from content_revisions revision where revision.id = new.published_revision_id
      on conflict (event_id) do update set words = excluded.words;
  end if;
  return null;
end $$;
create trigger content_items_event_words after insert or update of published_revision_id on content_items
  for each row when (new.kind = 'event') execute function keep_event_words();

insert into event_words
  select item.id, event_words_of(revision) from content_items item join content_revisions revision on revision.id = item.published_revision_id
  where item.kind = 'event';
