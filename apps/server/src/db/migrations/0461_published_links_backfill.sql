-- A separate file, so that writers don't wait for it: the triggers already exist.
insert into published_links (item_id, href)
  select item.id, href from content_items item join content_revisions revision on revision.id = item.published_revision_id, links_of(revision) href
  on conflict do nothing;
