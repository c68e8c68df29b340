-- What editors did with abbreviations, with those before and after, so that it can be undone.
create table search_abbreviation_changes (
  id int primary key generated always as identity,
  kind text not null check (kind in ('Add', 'Change', 'Merge', 'Remove')),
  before jsonb not null,
  after jsonb not null,
  made_by uuid references users on delete set null,
  made_at timestamptz not null,
  undone_by uuid references users on delete set null,
  undone_at timestamptz
);
create index search_abbreviation_changes_by_maker on search_abbreviation_changes (made_by);
create index search_abbreviation_changes_by_undoer on search_abbreviation_changes (undone_by);
