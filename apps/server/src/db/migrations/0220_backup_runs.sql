-- Every backup and every verification of one, for the administration, alerts and rotation.
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('backup', 'verification')),
  state text not null check (state in ('running', 'succeeded', 'failed')),
  -- Unknown until it is there.
  backup_id text,
  -- The instant that the rows of the backup are of.
  taken_at timestamptz,
  started_at timestamptz not null,
  finished_at timestamptz check ((finished_at is null) = (state = 'running')),
  problem text check ((problem is null) = (state <> 'failed'))
);
create index backup_runs_by_start on backup_runs (started_at desc);
