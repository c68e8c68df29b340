-- Who a person reports to, in lowercase: an email address, or the id of the manager at `/scim/v2`. It may name somebody
-- who is added later. And the time zone of the person. Both are null if nobody says.
alter table users add column manager text, add column time_zone text;
-- safe: no row has a manager yet.
create index users_by_manager on users (manager) where manager is not null;

-- People who are provisioned have what provisioning says.
create function follow_scim_position() returns trigger language plpgsql as $$
declare
  provisioned jsonb;
begin
  if new.scim_id is not null then
    select data into provisioned from scim_users where id = new.scim_id;
    new.manager := lower(provisioned -> 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User' -> 'manager' ->> 'value');
    new.time_zone := provisioned ->> 'timezone';
  end if;
  return new;
end $$;
create trigger users_attach_scim_position before insert or update of scim_id on users for each row execute function follow_scim_position();
