-- What happened, for ever: rows can be added but neither changed nor removed, and each carries the hash of the one before.
create table audit_log (
  id bigint primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  action text not null,
  object_kind text,
  object_id text,
  details jsonb not null default '{}',
  previous_hash bytea not null,
  hash bytea not null
);

create function audit_hash(entry audit_log) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    encode(entry.previous_hash, 'hex'), entry.id, extract(epoch from entry.at), entry.actor_id,
    entry.action, entry.object_kind, entry.object_id, entry.details)::text, 'UTF8'))
$$;

create function audit_log_append() returns trigger language plpgsql as $$
begin
  -- One writer at a time: the number and the hash of the row before must not change under us.
  perform pg_advisory_xact_lock(hashtext('audit_log'));
  select coalesce(max(id), 0) + 1 into new.id from audit_log;
  new.previous_hash := coalesce((select hash from audit_log where id = new.id - 1), '\x');
  new.hash := audit_hash(new);
  return new;
end $$;
create trigger audit_log_append before insert on audit_log for each row execute function audit_log_append();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are kept as they are', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_keep before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_keep_all before truncate on audit_log for each statement execute function refuse_change();

-- Numbers of the entries whose hash or link does not hold, in order; no row when the log is whole.
create function audit_log_breaks() returns setof bigint language sql stable as $$
  select entry.id
  from audit_log entry
  left join audit_log before on before.id = entry.id - 1
  where entry.hash is distinct from audit_hash(entry)
     or entry.previous_hash is distinct from coalesce(before.hash, '\x')
     or (before.id is null and entry.id > 1)
  order by entry.id
$$;
