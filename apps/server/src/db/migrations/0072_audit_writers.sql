-- The database sets the time and the actor of an entry: the actor is the one that the transaction names, whatever the row says.
-- An older version writes the actor into the row alone; it is kept as what it is, a claim.
create or replace function audit_log_append() returns trigger language plpgsql as $$
declare
  claimed uuid := new.actor_id;
begin
  -- One writer at a time: the number and the hash of the row before must not change under us.
  perform pg_advisory_xact_lock(hashtext('audit_log'));
  select coalesce(max(id), 0) + 1 into new.id from audit_log;
  new.at := clock_timestamp();
  new.actor_id := nullif(current_setting('portico.actor_id', true), '')::uuid;
  if claimed is distinct from new.actor_id and claimed is not null then
    new.details := new.details || jsonb_build_object('claimedActorId', claimed);
  end if;
  new.previous_hash := coalesce((select hash from audit_log where id = new.id - 1), '\x');
  new.hash := audit_hash(new);
  return new;
end $$;
