-- One row per event and person: who has a place and who waits for one. Nobody's row means not registered.
create table event_registrations (
  event_id uuid not null references content_items,
  user_id uuid not null references users on delete cascade,
  status text not null check (status in ('Registered', 'Waiting')),
  -- Order of arrival, in which those who wait are promoted.
  number bigint generated always as identity,
  created_at timestamptz not null default now(),
  primary key (event_id, user_id)
);
create index event_registrations_by_status on event_registrations (event_id, status, number);
create index event_registrations_by_user on event_registrations (user_id, event_id);
