-- The studio's overview and calendar find the few items that end or have a newer version among all.
create index content_items_ending on content_items (expires_at) where published_revision_id is not null and expires_at is not null;
create index content_items_with_draft on content_items (draft_revision_id) where draft_revision_id is not null;
