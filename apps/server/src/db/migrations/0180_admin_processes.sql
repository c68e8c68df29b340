-- Running processes of the portal. Each saves a sign of life; those without one for a while are removed.
create table portal_processes (
  id uuid primary key,
  role text not null check (role in ('web', 'worker', 'all')),
  version text not null,
  build text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);
