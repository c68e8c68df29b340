-- Items that go live at one instant, all or none.
create table studio_releases (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  -- Null while nobody has decided.
  goes_live_at timestamptz,
  released_at timestamptz,
  undone_at timestamptz,
  -- Why it did not go live when it was tried last: `{itemId, message}`.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  version integer not null default 1,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (undone_at >= released_at)
);
create index studio_releases_by_date on studio_releases (goes_live_at) where released_at is null and goes_live_at is not null;
create index studio_releases_by_creator on studio_releases (created_by);

-- The revision of an item that waits for its date or for a release, while readers go on seeing the one before.
create table content_waiting (
  item_id uuid primary key references content_items on delete cascade,
  revision_id uuid not null references content_revisions,
  goes_live_at timestamptz,
  release_id uuid references studio_releases,
  -- The author left the date open, so it becomes the instant at which the revision goes live.
  is_open_dated boolean not null,
  -- Why it did not go live at its date; somebody has to decide what happens.
  problem text,
  scheduled_by uuid references users on delete set null,
  scheduled_at timestamptz not null,
  check ((goes_live_at is null) <> (release_id is null))
);
create index content_waiting_by_date on content_waiting (goes_live_at) where problem is null and goes_live_at is not null;
create index content_waiting_by_release on content_waiting (release_id);
create index content_waiting_by_revision on content_waiting (revision_id);
create index content_waiting_by_scheduler on content_waiting (scheduled_by);

-- What went live with a release, and what readers saw before: null when they saw nothing.
create table studio_released_items (
  release_id uuid not null references studio_releases on delete cascade,
  item_id uuid not null references content_items on delete cascade,
  revision_id uuid not null references content_revisions,
  previous_revision_id uuid references content_revisions,
  primary key (release_id, item_id)
);
create index studio_released_items_by_item on studio_released_items (item_id);
create index studio_released_items_by_revision on studio_released_items (revision_id);
create index studio_released_items_by_previous on studio_released_items (previous_revision_id);

-- What an editor wrote about a change when they published it.
alter table content_revisions add column change_note text check (length(change_note) <= 500);
