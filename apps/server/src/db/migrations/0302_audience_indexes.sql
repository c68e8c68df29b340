-- Lists and counts read all that the predicate needs from their index. They take the names of those before in 0303:
-- readers would wait for an index that is built in the transaction that drops another.
create index content_items_by_date_new on content_items (kind, published_at desc, id desc)
  include (expires_at, audience, rule_number) where published_revision_id is not null;
create index content_items_by_department_new on content_items (kind, department, published_at desc, id desc)
  include (expires_at, audience, rule_number) where published_revision_id is not null and department is not null;
create index content_items_by_format_new on content_items (format, published_at desc, id desc)
  include (expires_at, audience, rule_number) where kind = 'document' and published_revision_id is not null;
create index content_items_by_size_new on content_items (bytes, id)
  include (published_at, expires_at, audience, rule_number) where kind = 'document' and published_revision_id is not null;
create index content_items_by_title_new on content_items (kind, lower(title), id)
  include (published_at, expires_at, audience, rule_number) where published_revision_id is not null;
create index content_items_by_start_new on content_items (starts_at)
  include (ends_at, published_at, expires_at, audience, rule_number) where kind = 'event' and published_revision_id is not null;
create index content_items_by_end_new on content_items (ends_at)
  include (starts_at, id, published_at, expires_at, audience, rule_number) where kind = 'event' and published_revision_id is not null;
create index content_totals_by_kind_new on content_totals (kind, at) include (audience, rule_number, items);
create index notifications_broadcast_new on notifications (created_at desc, id desc)
  include (audience, rule_number, item_id) where user_id is null and withdrawn_at is null;
