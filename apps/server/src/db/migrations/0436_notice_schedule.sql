-- A notice appears at `starts_at`, at once without it, and disappears at `ends_at`.
alter table notifications
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  -- When open pages are next notified: at its start or at its end.
  add column announce_at timestamptz,
  -- Counts the changes of a notice that has not appeared.
  add column version int not null default 1;
create index notifications_to_announce on notifications (announce_at) where announce_at is not null;
-- Takes the name of the one before in 0437.
create index notifications_broadcast_new on notifications (created_at desc, id desc)
  include (audience, rule_number, item_id, starts_at, ends_at) where user_id is null and withdrawn_at is null;
