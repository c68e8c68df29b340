-- An administrator sees the portal as a person does, without changing anything, until an instant. Rows stay as the record of
-- who saw the portal as whom.
create table viewings (
  id uuid primary key default gen_random_uuid(),
  viewer_id uuid not null references users (id) on delete cascade,
  person_id uuid not null references users (id) on delete cascade,
  reason text not null check (reason <> ''),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  check (viewer_id <> person_id),
  check (ends_at > started_at)
);
-- One at a time for each administrator.
create unique index viewings_in_force on viewings (viewer_id) where ended_at is null;
create index viewings_by_viewer on viewings (viewer_id);
create index viewings_by_person on viewings (person_id);
create index viewings_to_end on viewings (ends_at) where ended_at is null;
