-- What an organizer changed in several dates of a series at once, to undo it.
create table event_series_changes (
  id uuid primary key default gen_random_uuid(),
  series_id uuid not null references event_series (id) on delete cascade,
  changed_at timestamptz not null,
  changed_by uuid references users (id) on delete set null,
  -- Those that are stored below, unless an event was deleted since.
  dates int not null,
  undone_at timestamptz
);
create index event_series_changes_by_series on event_series_changes (series_id, changed_at);
create index event_series_changes_by_person on event_series_changes (changed_by) where changed_by is not null;

create table event_series_changed_dates (
  change_id uuid not null references event_series_changes (id) on delete cascade,
  event_id uuid not null references content_items (id) on delete cascade,
  -- What readers saw before.
  former_revision_id uuid not null references content_revisions (id) on delete cascade,
  -- Of the event after the change. A later version means that it was changed again.
  version int not null,
  primary key (change_id, event_id)
);
create index event_series_changed_dates_by_event on event_series_changed_dates (event_id);
create index event_series_changed_dates_by_revision on event_series_changed_dates (former_revision_id);
