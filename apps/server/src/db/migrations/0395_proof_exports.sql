-- Exports choose records by time and item.
create index proof_leaves_by_time on proof_leaves (recorded_at, number);
create index proof_leaves_by_item on proof_leaves (item_id, number) where item_id is not null;

-- Who downloaded receipts of other people, and how far that is.
create table proof_exports (
  id uuid primary key,
  actor_id uuid not null references users (id) on delete cascade,
  -- As the administration sent them.
  filters jsonb not null,
  records bigint not null,
  done bigint not null default 0,
  state text not null default 'Running' check (state in ('Running', 'Done', 'Stopped', 'Failed')),
  started_at timestamptz not null,
  -- One that is running without news for a minute ended with its process.
  seen_at timestamptz not null
);
create index proof_exports_latest on proof_exports (started_at desc, id);
