-- A document that was first published with an item follows it: the same readers, dates and state. See decision 296.
-- safe: a new column without a default, so nothing is rewritten
alter table content_items add column attached_to uuid references content_items (id) on delete set null;
create index content_items_by_attachment on content_items (attached_to) where attached_to is not null;
