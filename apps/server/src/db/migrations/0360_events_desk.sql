-- What organizers know and do about the people of an event.
alter table event_registrations
  add column added_by uuid references users (id) on delete set null,
  add column added_reason text,
  -- On the waiting list until an organizer gives them a spot.
  add column is_held boolean not null default false;
create index event_registrations_by_organizer on event_registrations (added_by) where added_by is not null;

-- The last time that a person's registration ended, until they register again.
create table event_cancellations (
  event_id uuid not null references content_items (id),
  user_id uuid not null references users (id) on delete cascade,
  status text not null check (status in ('Registered', 'Waiting')),
  how text not null check (how in ('Self', 'Organizer', 'Left')),
  canceled_at timestamptz not null,
  primary key (event_id, user_id)
);
create index event_cancellations_by_user on event_cancellations (user_id);

-- Whether a person was at an event: the last press of a button in any check-in list.
create table event_attendance (
  event_id uuid not null references content_items (id),
  user_id uuid not null references users (id) on delete cascade,
  is_here boolean not null,
  pressed_at timestamptz not null,
  pressed_by uuid references users (id) on delete set null,
  primary key (event_id, user_id)
);
create index event_attendance_by_user on event_attendance (user_id);
create index event_attendance_by_organizer on event_attendance (pressed_by);

-- What organizers did with people of an event; `before` and `after` are what was stored about the person.
create table event_roster_changes (
  id uuid primary key,
  event_id uuid not null references content_items (id),
  user_id uuid not null references users (id) on delete cascade,
  actor_id uuid references users (id) on delete set null,
  before jsonb not null,
  after jsonb not null,
  changed_at timestamptz not null,
  undone_at timestamptz
);
create index event_roster_changes_by_person on event_roster_changes (event_id, user_id, changed_at desc);
create index event_roster_changes_by_user on event_roster_changes (user_id);
create index event_roster_changes_by_actor on event_roster_changes (actor_id);

-- Messages of organizers to people of an event, and to whom their email is still to be sent.
create table event_messages (
  id uuid primary key,
  event_id uuid not null references content_items (id),
  sent_by uuid references users (id) on delete set null,
  title text not null,
  text text not null,
  sent_at timestamptz not null
);
create index event_messages_by_event on event_messages (event_id, sent_at desc);
create index event_messages_by_sender on event_messages (sent_by);
create table event_message_people (
  message_id uuid not null references event_messages (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  is_due boolean not null,
  primary key (message_id, user_id)
);
create index event_message_people_by_user on event_message_people (user_id);

-- What an organizer wrote when they canceled the event; null for other reasons.
alter table event_invitations add column note text;
-- What an organizer did that canceled the invitation; null if nobody did.
alter table event_invitations add column organizer_act text
  check (organizer_act in ('Removed', 'MovedToWaiting', 'Undone', 'EventCanceled'));
alter table event_invitations drop constraint event_invitations_reason_check;
-- safe: allows more than the check before it
alter table event_invitations add constraint event_invitations_reason_check
  check (reason in ('Asked', 'Promoted', 'Added', 'Changed', 'Unregistered', 'Withdrawn'));
