-- The lists of the desks read the rows of a page in their order, and count the others, from these.
create index content_items_by_change on content_items (kind, updated_at desc, id);
create index content_items_changed on content_items (updated_at desc, id) where kind <> 'asset';
create index content_items_unpublished on content_items (kind) where published_revision_id is null;
create index studio_drafts_changed on studio_drafts (updated_at desc, item_id) where is_changed;
create index users_by_last_sign_in on users (last_sign_in_at desc nulls last, id);
create index credit_claims_decided on credit_claims (changed_at desc, id) where status <> 'Waiting';
create index search_media_by_size on search_media (coalesce(bytes, 0) desc, id desc) where deleted_at is null;
create index search_media_labeled on search_media (id) where labels <> '{}';
