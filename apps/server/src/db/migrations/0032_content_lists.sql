-- Copies of what documents are sorted and narrowed by, and indexes for each of these lists with all that their totals need.
alter table content_items add column format text, add column bytes integer;
-- safe: fills columns that are new
update content_items item set format = file.format, bytes = file.bytes from files file where file.id = item.file_id;

create index content_items_by_department on content_items (kind, department, published_at desc, id desc)
  include (expires_at, audience) where published_revision_id is not null and department is not null;
create index content_items_by_format on content_items (format, published_at desc, id desc)
  include (expires_at, audience) where kind = 'document' and published_revision_id is not null;
create index content_items_by_size on content_items (bytes, id)
  include (published_at, expires_at, audience) where kind = 'document' and published_revision_id is not null;
