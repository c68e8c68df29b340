-- What editors write before it becomes a revision. `is_changed` says that it differs from the revision `base_revision_id`.
create table studio_drafts (
  item_id uuid primary key references content_items on delete cascade,
  sequence integer not null check (sequence >= 0),
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  stamps jsonb not null default '{}' check (jsonb_typeof(stamps) = 'object'),
  base_revision_id uuid references content_revisions,
  is_changed boolean not null default true,
  updated_at timestamptz not null,
  updated_by uuid references users on delete set null
);
create index studio_drafts_by_editor on studio_drafts (updated_by, updated_at desc);
-- The files that drafts refer to must outlive the sweep.
create index studio_drafts_by_file on studio_drafts ((draft #>> '{fields,file,fileId}')) where draft #>> '{fields,file,fileId}' is not null;

-- Each save of a draft, so that others can follow it and a repeated one is recognized.
create table studio_changes (
  item_id uuid not null references studio_drafts on delete cascade,
  sequence integer not null,
  batch_id uuid not null,
  client_id uuid not null,
  user_id uuid references users on delete set null,
  saved_at timestamptz not null,
  changes jsonb not null,
  conflicts jsonb not null default '[]',
  primary key (item_id, sequence),
  unique (item_id, batch_id)
);
create index studio_changes_by_age on studio_changes (saved_at);
create index studio_changes_by_user on studio_changes (user_id);

-- Who has an item open in which tab, and where in it they are.
create table studio_presence (
  client_id uuid primary key,
  item_id uuid not null references content_items on delete cascade,
  user_id uuid not null references users on delete cascade,
  focus text check (length(focus) <= 100),
  seen_at timestamptz not null
);
create index studio_presence_by_item on studio_presence (item_id, seen_at);
create index studio_presence_by_user on studio_presence (user_id);
