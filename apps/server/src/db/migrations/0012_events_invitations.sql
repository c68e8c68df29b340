-- The calendar invitation of a person to an event: what the last one says, and whether it has been mailed.
create table event_invitations (
  event_id uuid not null references content_items,
  user_id uuid not null references users on delete cascade,
  -- The event as the invitation tells it, so that a change shows and a cancellation tells nothing new.
  said jsonb not null,
  -- SEQUENCE of RFC 5545: raised whenever the person is told something else.
  sequence integer not null check (sequence >= 0),
  reason text not null check (reason in ('Asked', 'Promoted', 'Changed', 'Unregistered', 'Withdrawn')),
  is_cancelled boolean not null generated always as (reason in ('Unregistered', 'Withdrawn')) stored,
  asked_at timestamptz not null,
  -- It is still to be mailed.
  is_due boolean not null default true,
  -- Some mail about it may have left: a cancellation then makes sense.
  was_tried boolean not null default false,
  sent_at timestamptz,
  primary key (event_id, user_id)
);
create index event_invitations_by_user on event_invitations (user_id);
