-- Each published state of the menu as a tree, so that it can be compared and restored.
create table menu_versions (
  number int primary key check (number > 0),
  menu jsonb not null,
  -- How many entries it added, removed, moved and changed; null for the first one.
  changes jsonb,
  note text not null default '' check (length(note) <= 500),
  -- Null for a menu from before versions were stored.
  published_at timestamptz,
  -- Null for an import.
  published_by uuid references users (id) on delete set null
);
