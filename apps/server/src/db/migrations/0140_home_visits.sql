-- When a person last opened the dashboard, and until when the visit before it lasted: what is newer is marked as new.
create table home_visits (
  user_id uuid primary key references users on delete cascade,
  seen_at timestamptz not null,
  previous_seen_at timestamptz not null
);
