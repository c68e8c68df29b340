-- Whether people can check in at an event with a code. The codes are made from the secret and the minute.
create table event_check_in_codes (
  event_id uuid primary key references content_items (id),
  is_on boolean not null,
  secret uuid not null default gen_random_uuid(),
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz not null
);
create index event_check_in_codes_by_organizer on event_check_in_codes (changed_by) where changed_by is not null;

-- Wrong codes that somebody entered, for some minutes.
create table event_check_in_failures (
  user_id uuid not null references users (id) on delete cascade,
  failed_at timestamptz not null
);
create index event_check_in_failures_by_user on event_check_in_failures (user_id, failed_at);
