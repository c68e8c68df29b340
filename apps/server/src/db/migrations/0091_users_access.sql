-- Tells all processes at once that what a person may do has changed, so that none goes by what it remembers.
create function announce_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('portico_access', new.id::text);
  return null;
end $$;
create trigger users_announce_access after update of disabled_at, roles, advisor_type on users for each row
  when (old.disabled_at is distinct from new.disabled_at or old.roles is distinct from new.roles
    or old.advisor_type is distinct from new.advisor_type)
  execute function announce_access();
