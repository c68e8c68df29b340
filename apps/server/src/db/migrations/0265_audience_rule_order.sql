-- Which transaction added a rule of audience. A rule never changes, so what a process once found out about those of transactions that
-- had ended stays true, and its statements only compare the rules added since.
alter table audience_rules add column added_in xid8 not null default '0';

-- A trigger, because a restored copy would bring the numbers of another database.
create function number_audience_rule() returns trigger language plpgsql as $$
begin
  new.added_in := pg_current_xact_id();
  return new;
end $$;
create trigger audience_rules_number before insert on audience_rules for each row execute function number_audience_rule();

create index audience_rules_by_addition on audience_rules (added_in);
