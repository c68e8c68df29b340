-- What people have earned by being at events: a row for each line of the event, kept in step with attendance and with
-- what the event says it counts for. Rows stay when the event is permanently deleted, so it is not a reference.
create table event_credits (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  -- The number of the line in the event, from 1.
  line int not null,
  title text not null,
  ends_at timestamptz not null,
  program text not null check (program <> ''),
  -- Empty without one.
  state text not null,
  subject text not null,
  hours numeric(5, 2) not null check (hours > 0),
  unique (event_id, user_id, line)
);
create index event_credits_by_user on event_credits (user_id, ends_at);

-- The credits that licenses and programs need each year. Months and days are `MM-DD` on calendars of the firm.
create table credit_needs (
  id uuid primary key,
  program text not null check (program <> ''),
  state text not null,
  -- Empty if credits of any subject count.
  subject text not null,
  hours numeric(5, 2) not null check (hours > 0),
  -- The first day of its year.
  starts_on text not null check (starts_on ~ '^[0-1][0-9]-[0-3][0-9]$'),
  -- The firm's own date, on or before which people must have the hours.
  due_on text not null check (due_on ~ '^[0-1][0-9]-[0-3][0-9]$'),
  -- The years for which it applies, by their first day; without the last one, it applies until further notice.
  first_year int not null,
  last_year int check (last_year >= first_year),
  -- Whom it concerns: advisor types, or the id of a rule.
  audience text[] not null default '{}',
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by uuid references users (id) on delete set null
);
create index credit_needs_by_editor on credit_needs (changed_by) where changed_by is not null;

-- A month and day in a year.
create function credit_day(month_day text, year int) returns date language sql immutable parallel safe
return make_date(year, left(month_day, 2)::int, right(month_day, 2)::int);
-- The first year of the period that contains a day.
create function credit_year(starts_on text, day date) returns int language sql immutable parallel safe
return extract(year from day)::int - (credit_day(starts_on, extract(year from day)::int) > day)::int;
-- The id of the duty to earn what a need asks for in a year: always the same, in the form of a UUID of version 8.
create function credit_duty_id(need_id uuid, year int, user_id uuid) returns uuid language sql immutable parallel safe
return overlay(overlay(md5(need_id::text || ' ' || year::text || ' ' || user_id::text) placing '8' from 13) placing '8' from 17)::uuid;

-- When somebody was reminded of missing credits.
create table credit_reminders (
  id uuid primary key,
  sent_by uuid references users (id) on delete set null,
  sent_at timestamptz not null
);
create index credit_reminders_by_sender on credit_reminders (sent_by) where sent_by is not null;
create table credit_reminder_people (
  reminder_id uuid not null references credit_reminders (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- That of the duty; see credit_duty_id().
  duty_id uuid not null,
  primary key (reminder_id, user_id, duty_id)
);
create index credit_reminder_people_by_duty on credit_reminder_people (user_id, duty_id);
