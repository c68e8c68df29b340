-- The right of a person, the delegate, to act for another one, from the first day to the last, in the firm's time zone.
-- Rows never change, except that they are withdrawn.
create table delegations (
  id uuid primary key default gen_random_uuid(),
  -- Who is acted for.
  person_id uuid not null references users (id) on delete cascade,
  delegate_id uuid not null references users (id) on delete cascade,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['Duties', 'Tasks', 'Notices', 'Events']),
  starts_on date not null,
  ends_on date not null,
  given_by uuid references users (id) on delete set null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid references users (id) on delete set null,
  check (person_id <> delegate_id),
  check (ends_on >= starts_on and ends_on <= starts_on + interval '1 year')
);
-- Giving the right again replaces it.
create unique index delegations_in_force on delegations (person_id, delegate_id) where withdrawn_at is null;
create index delegations_by_delegate on delegations (delegate_id) where withdrawn_at is null;
create index delegations_by_any_delegate on delegations (delegate_id);
create index delegations_by_giver on delegations (given_by);
create index delegations_by_withdrawer on delegations (withdrawn_by);
create index delegations_by_date on delegations (given_at desc, id);

-- What delegates did. A row is written before the act and marked as done after it, so that none is missing if a process
-- ends in between.
create table acts (
  id uuid primary key,
  number bigint generated always as identity,
  delegation_id uuid not null references delegations (id) on delete cascade,
  -- Who was acted for.
  person_id uuid not null references users (id) on delete cascade,
  action text not null,
  -- What the caller chose, such as to register or to cancel.
  choice text,
  object_id text,
  -- What it was about, as it was called then.
  title text,
  started_at timestamptz not null,
  done_at timestamptz
);
create index acts_by_person on acts (person_id, number desc);
create index acts_by_delegation on acts (delegation_id);

-- Who did it for the person; null if they did it themselves.
alter table event_registrations add column acted_by uuid references users (id) on delete set null;
alter table event_cancellations add column acted_by uuid references users (id) on delete set null;
alter table event_invitations add column acted_by uuid references users (id) on delete set null;
alter table todos add column changed_by uuid references users (id) on delete set null;
-- safe: no row has a value yet.
create index event_registrations_by_delegate on event_registrations (acted_by) where acted_by is not null;
-- safe: no row has a value yet.
create index event_cancellations_by_delegate on event_cancellations (acted_by) where acted_by is not null;
-- safe: no row has a value yet.
create index event_invitations_by_delegate on event_invitations (acted_by) where acted_by is not null;
-- safe: no row has a value yet.
create index todos_by_delegate on todos (changed_by) where changed_by is not null;
