-- A series is a rule and the events that are its dates. Each date is an event with readers, people and a state of its
-- own.
create table event_series (
  id uuid primary key default gen_random_uuid(),
  -- As its organizer set it.
  rule jsonb not null,
  -- The first date by the rule, and the zone in which the others have the same time of day.
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= starts_at),
  time_zone text not null,
  created_at timestamptz not null,
  created_by uuid references users (id) on delete set null
);
create index event_series_by_creator on event_series (created_by) where created_by is not null;

create table event_series_dates (
  event_id uuid primary key references content_items (id) on delete cascade,
  series_id uuid not null references event_series (id) on delete cascade,
  -- When the rule has it, whenever it takes place.
  original_start timestamptz not null,
  -- People had the event in their calendars before it became part of a series, so it keeps its own UID.
  is_separate boolean not null default false,
  unique (series_id, original_start)
);
