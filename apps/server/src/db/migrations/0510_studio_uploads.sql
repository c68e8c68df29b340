-- Files that somebody is adding to the library of the studio. The parts that have arrived are in the file store.
create table studio_uploads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- Sanitized.
  file_name text not null check (length(file_name) between 1 and 255),
  bytes integer not null check (bytes > 0),
  -- By the browser, in milliseconds since 1970. With name and size, it identifies the file when it is chosen again.
  last_modified bigint not null,
  received integer not null default 0 check (received between 0 and bytes),
  -- Keys in the file store, in order.
  chunks text[] not null default '{}',
  -- The picture or file that it became.
  media_id uuid,
  -- Whether the person could use the same content before.
  is_known boolean not null default false,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  check (media_id is null or (received = bytes and chunks = '{}'))
);
create index studio_uploads_by_user on studio_uploads (user_id, started_at, id);
create index studio_uploads_by_change on studio_uploads (changed_at);
