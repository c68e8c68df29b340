-- The library of the studio: a row for each stored picture and file, under its id, with what people say about it. The names begin like
-- those of search, because earlier versions keep every file that any other table names.
create table search_media (
  id uuid primary key,
  picture_id uuid unique references pictures on delete cascade,
  file_id uuid unique references files on delete cascade,
  -- Of the uploaded file; empty for what was imported without one.
  name text not null default '',
  -- As uploaded. Null for pictures of earlier versions, of which only the smaller copies are stored.
  bytes integer check (bytes > 0),
  -- Null until somebody has decided; empty for a decorative picture.
  alt text check (length(alt) <= 500),
  credit text not null default '' check (length(credit) <= 200),
  license text not null default '' check (length(license) <= 200),
  source text not null default '' check (length(source) <= 300),
  labels text[] not null default '{}' check (cardinality(labels) <= 10),
  -- Increases with each change.
  version integer not null default 1,
  changed_by uuid references users on delete set null,
  added_at timestamptz not null default now(),
  check (id = coalesce(picture_id, file_id) and num_nonnulls(picture_id, file_id) = 1)
);
create index search_media_by_age on search_media (added_at desc, id desc);
create index search_media_by_changer on search_media (changed_by);

-- Who uploaded it, and when last.
create table search_media_uploads (
  media_id uuid not null references search_media on delete cascade,
  user_id uuid not null references users on delete cascade,
  uploaded_at timestamptz not null,
  primary key (media_id, user_id)
);
create index search_media_uploads_by_user on search_media_uploads (user_id);

-- The items of which any version or draft has it, or had it once.
create table search_media_uses (
  media_id uuid not null references search_media on delete cascade,
  item_id uuid not null references content_items on delete cascade,
  primary key (media_id, item_id)
);
create index search_media_uses_by_item on search_media_uses (item_id);

create function add_picture_to_media() returns trigger language plpgsql as $$
begin
  insert into search_media (id, picture_id, name, added_at)
    values (new.id, new.id, coalesce(substring(new.source from '^studio: (.*)$'), ''), new.added_at)
    on conflict do nothing;
  return null;
end $$;
create trigger pictures_media after insert on pictures for each row execute function add_picture_to_media();

create function add_file_to_media() returns trigger language plpgsql as $$
begin
  insert into search_media (id, file_id, bytes, added_at) values (new.id, new.id, new.bytes, new.created_at) on conflict do nothing;
  return null;
end $$;
create trigger files_media after insert on files for each row execute function add_file_to_media();

create function keep_media_uses() returns trigger language plpgsql as $$
begin
  insert into search_media_uses (media_id, item_id)
    select media.id, new.item_id from (select pictures_of(new) as id union select new.file_id) named join search_media media on media.id = named.id
    on conflict do nothing;
  -- The first text that a picture has in an item, such as an imported one.
  update search_media media set alt = left(ref.image->>'alt', 500), credit = coalesce(nullif(media.credit, ''), left(ref.image->>'credit', 200), '')
    from pictures_of(new) shown (id)
    join jsonb_path_query(jsonb_build_array(new.image, new.components, new.details), 'strict $.**?(@.widths.type() == "array")') ref (image)
      on lower(ref.image->>'id') = shown.id::text
    where media.picture_id = shown.id and media.alt is null and ref.image->>'alt' <> '';
  -- An import has not claimed what it brought.
  update pictures set unused_since = null where unused_since is not null and id in (select pictures_of(new));
  update files set unused_since = null where unused_since is not null and id = new.file_id;
  update search_media media set name = left(new.details->>'fileName', 255)
    where file_id = new.file_id and name = '' and new.details->>'fileName' is not null;
  return null;
end $$;
create trigger content_revisions_media after insert or update of image, components, details, file_id on content_revisions
  for each row execute function keep_media_uses();
