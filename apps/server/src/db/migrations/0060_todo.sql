-- Tasks of people. `id` may be made by the caller, so that a retry finds the task of the first try; `made_of` is the SHA-256 of what that asked for.
create table todos (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  title text not null check (length(title) between 1 and 200),
  note text not null default '' check (length(note) <= 4000),
  -- A day of the person, not an instant.
  due_date date,
  priority text not null default 'Normal' check (priority in ('High', 'Normal')),
  -- Place in the order by hand, from 1; null for a task that came after the last move.
  position integer,
  -- Where a task came from that the person did not write.
  source_title text,
  source_path text,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- For a day the deletion can be taken back.
  deleted_at timestamptz,
  version integer not null default 1,
  -- Which version last changed a field, to tell what somebody else did meanwhile.
  changed_in jsonb not null default '{}',
  made_of bytea,
  check ((source_title is null) = (source_path is null))
);
create index todos_active on todos (user_id) where completed_at is null and deleted_at is null;
create index todos_completed on todos (user_id, completed_at desc) where completed_at is not null and deleted_at is null;
create index todos_deleted on todos (deleted_at) where deleted_at is not null;

-- One row per person who has made a task: how they order them. Also what those wait for who count or order the tasks of a person.
create table todo_lists (
  user_id uuid primary key references users on delete cascade,
  sort text not null default 'Usual' check (sort in ('Usual', 'ByHand'))
);
