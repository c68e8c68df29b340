-- The last changes of each topic, per person or for everybody, so that a page that was disconnected learns what it missed. A position is
-- the number of the transaction that made the change.
create table push_changes (
  recipient text not null,
  topic text not null,
  position xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (recipient, topic, position)
);
