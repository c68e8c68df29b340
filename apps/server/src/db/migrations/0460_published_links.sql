-- Where what readers see leads, and what a job found there. Addresses too long for an index are left out.
create table published_links (
  item_id uuid not null references content_items on delete cascade,
  href text not null,
  problem text check (problem in ('NotFound', 'Unreachable')),
  primary key (item_id, href)
);
create index published_links_dead on published_links (item_id) where problem is not null;

create function links_of(revision content_revisions) returns setof text language sql stable as $$
  select distinct given #>> '{}'
  from jsonb_path_query(jsonb_build_array(revision.components, revision.details), 'strict $.**.href ? (@.type() == "string")', '{}', true) given
  where octet_length(given #>> '{}') between 1 and 2048
$$;

create function keep_published_links() returns trigger language plpgsql as $$
begin
  delete from published_links link where link.item_id = new.id
    and not exists (select from content_revisions revision, links_of(revision) href where revision.id = new.published_revision_id and href = link.href);
  insert into published_links (item_id, href)
    select new.id, href from content_revisions revision, links_of(revision) href where revision.id = new.published_revision_id
    on conflict do nothing;
  return null;
end $$;
create trigger content_items_links after update of published_revision_id on content_items
  for each row when (new.published_revision_id is distinct from old.published_revision_id) execute function keep_published_links();
create trigger content_items_first_links after insert on content_items
  for each row when (new.published_revision_id is not null) execute function keep_published_links();
