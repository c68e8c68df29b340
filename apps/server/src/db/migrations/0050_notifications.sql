-- What people are told: to one person, or to everybody of an audience in a single row.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  -- For whom; null for a broadcast.
  user_id uuid references users on delete cascade,
  -- Advisor types that a broadcast is for; empty means everybody.
  audience text[] not null default '{}',
  title text not null check (length(title) between 1 and 300),
  description text not null check (length(description) <= 1000),
  -- A path of the portal or an absolute address.
  link text,
  -- Seen only by those who may see this item, and only while they may.
  item_id uuid references content_items,
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  withdrawn_at timestamptz,
  check (user_id is null or audience = '{}')
);
-- With all that counting reads, so that it needs no table access.
create index notifications_own on notifications (user_id, created_at desc, id desc) include (item_id)
  where user_id is not null and withdrawn_at is null;
create index notifications_broadcast on notifications (created_at desc, id desc) include (audience, item_id)
  where user_id is null and withdrawn_at is null;
create index notifications_sent on notifications (created_at desc, id desc) where user_id is null;
create index notifications_by_item on notifications (item_id) where item_id is not null;

-- What a person did with a notification; there is no row before they do anything.
create table notification_states (
  user_id uuid not null references users on delete cascade,
  notification_id uuid not null references notifications on delete cascade,
  read_at timestamptz,
  -- By the person, who may take it back for a day, or by the retention of what was read.
  deleted_at timestamptz,
  -- It is about a notification to this person alone, which goes with it for good after that day.
  is_own boolean not null,
  primary key (user_id, notification_id) include (read_at, deleted_at)
);
create index notification_states_by_notification on notification_states (notification_id) include (read_at);
create index notification_states_read on notification_states (read_at) where deleted_at is null;
create index notification_states_own_deleted on notification_states (deleted_at) where deleted_at is not null and is_own;
