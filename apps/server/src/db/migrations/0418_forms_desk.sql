-- What the desk does about entries. Entries of the previous version are new.
alter table form_entries
  add column state text not null default 'New' check (state in ('New', 'InWork', 'Done')),
  add column assignee_id uuid references users (id) on delete set null,
  -- Increases with each change of state or assignee.
  add column desk_version integer not null default 1,
  add column desk_changed_at timestamptz;
create index form_entries_by_state on form_entries (form_id, state, received_at desc, id desc);
create index form_entries_by_assignee on form_entries (assignee_id, form_id) where assignee_id is not null;

-- Who changed what; the rows of one `change_id` were changed together.
create table form_entry_changes (
  change_id uuid not null,
  entry_id uuid not null references form_entries (id) on delete cascade,
  actor_id uuid references users (id) on delete set null,
  -- The version of the entry that it made.
  version integer not null,
  from_state text not null,
  to_state text not null,
  from_assignee_id uuid references users (id) on delete set null,
  to_assignee_id uuid references users (id) on delete set null,
  changed_at timestamptz not null,
  primary key (change_id, entry_id)
);
create unique index form_entry_changes_by_entry on form_entry_changes (entry_id, version);
create index form_entry_changes_by_actor on form_entry_changes (actor_id);
create index form_entry_changes_by_former on form_entry_changes (from_assignee_id) where from_assignee_id is not null;
create index form_entry_changes_by_assignee on form_entry_changes (to_assignee_id) where to_assignee_id is not null;

create table form_entry_notes (
  id uuid primary key,
  entry_id uuid not null references form_entries (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  text text not null,
  written_at timestamptz not null
);
create index form_entry_notes_by_entry on form_entry_notes (entry_id, written_at, id);
create index form_entry_notes_by_author on form_entry_notes (author_id);

-- Filters, sorting and columns of the table under a name, for one person.
create table form_desk_views (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  form_id uuid not null,
  name text not null,
  query text not null,
  unique (user_id, form_id, name)
);
