-- What people must watch to be noted as there; events without a row count no minutes.
create table event_watching (
  event_id uuid primary key references content_items (id),
  what text not null check (what in ('Film', 'Meeting')),
  minutes int not null check (minutes > 0),
  checks int not null check (checks >= 0),
  answer_seconds int not null check (answer_seconds > 0)
);

-- What a person has watched of an event.
create table event_watches (
  event_id uuid not null references content_items (id),
  user_id uuid not null references users (id) on delete cascade,
  started_at timestamptz not null,
  counted_ms int not null check (counted_ms >= 0),
  -- The part of it that is before the last answered check; a missed check takes the rest back.
  confirmed_ms int not null check (confirmed_ms >= 0),
  answered int not null,
  missed int not null,
  -- The page that counts; a person has at most one in the whole portal.
  watch_id uuid,
  -- When its page last reported, and whether the time since then counts.
  reported_at timestamptz,
  is_counting boolean not null,
  -- Null until it is planned.
  next_check_ms int,
  -- The check that waits for an answer.
  check_id uuid,
  check_opened_at timestamptz,
  completed_at timestamptz,
  primary key (event_id, user_id),
  check ((check_id is null) = (check_opened_at is null)),
  check (not (is_counting and (check_id is not null or reported_at is null)))
);
create index event_watches_by_user on event_watches (user_id);
create unique index event_watches_running on event_watches (user_id) where watch_id is not null;
