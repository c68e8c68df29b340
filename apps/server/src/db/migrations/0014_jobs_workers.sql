-- Workers that live: each says so every few seconds. What one that is silent has begun is done by another.
create table job_workers (
  id text primary key,
  seen_at timestamptz not null default clock_timestamp()
);
