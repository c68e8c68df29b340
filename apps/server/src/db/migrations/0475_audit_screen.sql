-- The administration lists entries by the kind of what they are about (`news`), by action (`news.published`) and by day.
create index audit_log_by_kind on audit_log (split_part(action, '.', 1), id);
create index audit_log_by_action on audit_log (action, id);
create index audit_log_by_time on audit_log (at, id);

-- Numbers from `first` to `last` whose entry is missing, or whose hash or link does not hold, in order.
create function audit_log_breaks(first bigint, last bigint) returns setof bigint language sql stable as $$
  select number
  from generate_series(first, last) number
  left join (select * from audit_log where id between first and last) entry on entry.id = number
  left join (select * from audit_log where id between first - 1 and last - 1) before on before.id = number - 1
  where entry.id is null
     or entry.hash is distinct from audit_hash(row(entry.*)::audit_log)
     or entry.previous_hash is distinct from coalesce(before.hash, '\x')
  order by number
$$;

-- Each verification of the chain: from which entry to which, and the first that is broken. Its last hash lets later ones
-- notice that the end of the log was removed, or that all of it was written again.
create table audit_checks (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  first_id bigint not null,
  last_id bigint not null,
  last_hash bytea not null,
  broken_id bigint
);
create trigger audit_checks_keep before update or delete on audit_checks for each row execute function refuse_change();
create trigger audit_checks_keep_all before truncate on audit_checks for each statement execute function refuse_change();
