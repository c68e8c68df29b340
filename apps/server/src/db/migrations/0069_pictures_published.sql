-- Which pictures a published revision shows: they are as private as the items they stand in. Rows stay, as published revisions do.
create table published_pictures (
  picture_id uuid not null references pictures,
  revision_id uuid not null references content_revisions,
  item_id uuid not null references content_items,
  primary key (picture_id, revision_id)
);

-- Ids of the known pictures that a revision refers to, wherever in it: an ImageRef of the contracts is what has an id and widths.
create function pictures_of(revision content_revisions) returns setof uuid language sql stable as $$
  select distinct picture.id
  from jsonb_path_query(jsonb_build_array(revision.image, revision.components, revision.details), 'strict $.**?(@.widths.type() == "array").id', '{}', true) given
  join pictures picture on picture.id = case when given #>> '{}' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (given #>> '{}')::uuid end
$$;

create function keep_published_pictures() returns trigger language plpgsql as $$
begin
  insert into published_pictures (picture_id, revision_id, item_id)
    select pictures_of(revision), revision.id, new.id from content_revisions revision where revision.id = new.published_revision_id
    on conflict do nothing;
  return null;
end $$;
create trigger content_items_pictures after insert or update of published_revision_id on content_items
  for each row when (new.published_revision_id is not null) execute function keep_published_pictures();
