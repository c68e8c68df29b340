-- One more copy from the published revision, so that departments are counted without looking into revisions.
alter table content_items add column author_department text;
-- safe: fills a column that is new
update content_items item set author_department = rev.author_department from content_revisions rev where rev.id = item.published_revision_id;

-- Pages and dashboards are few among many items; their drafts are looked for by kind.
create index content_items_pages on content_items (kind, updated_at desc) where kind in ('page', 'home');
