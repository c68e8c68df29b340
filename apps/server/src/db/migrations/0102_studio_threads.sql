-- Comments on items in the studio, in threads; on a component, which may be gone, or on the item as a whole.
create table studio_threads (
  id uuid primary key,
  item_id uuid not null references content_items on delete cascade,
  component_id text check (length(component_id) <= 64),
  component_kind text check (length(component_kind) <= 100),
  started_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references users on delete set null,
  number bigint not null generated always as identity
);
create index studio_threads_by_item on studio_threads (item_id, number);
create index studio_threads_by_resolver on studio_threads (resolved_by);

create table studio_comments (
  id uuid primary key,
  thread_id uuid not null references studio_threads on delete cascade,
  author_id uuid references users on delete set null,
  body text not null check (length(body) between 1 and 4000),
  written_at timestamptz not null,
  number bigint not null generated always as identity
);
create index studio_comments_by_thread on studio_comments (thread_id, number);
create index studio_comments_by_author on studio_comments (author_id);
