-- Numbers for rules of audience, so that a person's answers to all rules are an array of bytes, which a statement looks up without
-- hashing the ids of those that match.
alter table audience_rules add column number integer generated always as identity;
-- safe: the numbers come from a sequence
create unique index audience_rules_by_number on audience_rules (number);

alter table content_items add column rule_number integer;
alter table content_totals add column rule_number integer;
alter table search_buckets add column rule_number integer;
alter table menu_items add column rule_number integer;
alter table notifications add column rule_number integer;

-- A trigger, because the version before writes only the rule's id.
create function number_rule() returns trigger language plpgsql set search_path from current as $$
begin
  new.rule_number := (select number from audience_rules where id = new.audience[1]);
  return new;
end $$;
create trigger content_items_rule before insert or update of audience on content_items for each row
  when (new.audience <> '{}' or new.rule_number is not null) execute function number_rule();
create trigger content_totals_rule before insert or update of audience on content_totals for each row
  when (new.audience <> '{}' or new.rule_number is not null) execute function number_rule();
create trigger search_buckets_rule before insert or update of audience on search_buckets for each row
  when (new.audience <> '{}' or new.rule_number is not null) execute function number_rule();
create trigger menu_items_rule before insert or update of audience on menu_items for each row
  when (new.audience <> '{}' or new.rule_number is not null) execute function number_rule();
create trigger notifications_rule before insert or update of audience on notifications for each row
  when (new.audience <> '{}' or new.rule_number is not null) execute function number_rule();

-- Whether the rule with this number admits somebody with these facts. Planned once per session, unlike a function in SQL. Its cost is
-- what it is for nearly all rows, for which nobody calls it.
create function rule_admits(integer, text[]) returns boolean language plpgsql stable strict parallel safe cost 1
  set search_path from current as $$
begin
  return (select array_to_tsvector($2) @@ query from audience_rules where number = $1);
end $$;
