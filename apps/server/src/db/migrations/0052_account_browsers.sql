-- The one browser that is remembered for a person. Its secret id is known by its SHA-256 alone.
create table remembered_browsers (
  user_id uuid primary key references users on delete cascade,
  -- Stays the same while the secret rotates; another browser is another row.
  browser_id uuid not null unique default gen_random_uuid(),
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  -- The secret before: good for a moment after the rotation, and then a sign that it was copied.
  previous_hash bytea unique check (length(previous_hash) = 32),
  rotated_at timestamptz not null,
  expires_at timestamptz not null
);
create index remembered_browsers_by_end on remembered_browsers (expires_at);

-- A sign-in that such a browser has announced; used once. Also known by SHA-256 alone.
create table login_tickets (
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  browser_id uuid not null references remembered_browsers (browser_id) on delete cascade,
  expires_at timestamptz not null
);
create index login_tickets_by_browser on login_tickets (browser_id);
create index login_tickets_by_end on login_tickets (expires_at);
