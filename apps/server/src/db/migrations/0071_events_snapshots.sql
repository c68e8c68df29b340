-- Clearer names: what a registered person was last notified of (`told` before), and what the last invitation says (`said` before).
-- A portal of the version before reads and writes the old columns, so triggers keep both in step. The version after the next
-- one drops `told`, `said` and both triggers.
alter table event_registrations add column notified_snapshot jsonb;
alter table event_invitations add column sent_snapshot jsonb;

create function sync_notified_snapshot() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.notified_snapshot := coalesce(new.notified_snapshot, new.told);
  elsif new.notified_snapshot is not distinct from old.notified_snapshot then
    new.notified_snapshot := new.told;
  end if;
  new.told := new.notified_snapshot;
  return new;
end $$;
create trigger event_registrations_sync_snapshot before insert or update of told, notified_snapshot on event_registrations
  for each row execute function sync_notified_snapshot();

create function sync_sent_snapshot() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.sent_snapshot := coalesce(new.sent_snapshot, new.said);
  elsif new.sent_snapshot is not distinct from old.sent_snapshot then
    new.sent_snapshot := new.said;
  end if;
  new.said := new.sent_snapshot;
  return new;
end $$;
create trigger event_invitations_sync_snapshot before insert or update of said, sent_snapshot on event_invitations
  for each row execute function sync_sent_snapshot();

-- safe: fills a column that is new
update event_registrations set notified_snapshot = told where told is not null;
-- safe: fills a column that is new
update event_invitations set sent_snapshot = said;
-- safe: the trigger fills it for an older version
alter table event_invitations alter column sent_snapshot set not null;
