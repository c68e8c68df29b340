-- Secret addresses of a person's feeds, by the SHA-256 of the secret alone.
create table feeds (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  last_read_at timestamptz
);
