-- Roles in the studio are facts too, as `role:studio-editor`, whether they come from claims or were given here.
create or replace function collect_facts() returns trigger language plpgsql as $$
begin
  new.facts := array(
    select distinct fact from unnest(
      array['person:' || new.id, 'advisorType:' || new.advisor_type]
      || array(select 'role:' || role from unnest(new.roles) role)
      || array(select 'role:studio-' || (given->>'role') from jsonb_array_elements(new.studio_grants) given)
      || array(select 'role:studio-' || role from studio_roles where user_id = new.id)
      || new.claim_facts
      || array(
        select fact from unnest(new.directory_facts) fact
        where split_part(fact, ':', 1) not in ('person', 'advisorType', 'role')
          and split_part(fact, ':', 1) not in (select split_part(claimed, ':', 1) from unnest(new.claim_facts) claimed))
    ) fact where fact is not null order by fact);
  return new;
end $$;

create function collect_studio_facts() returns trigger language plpgsql as $$
begin
  update users set facts = facts where id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
create trigger studio_roles_collect_facts after insert or update or delete on studio_roles for each row
  execute function collect_studio_facts();
-- safe: fills a column that triggers keep
update users set facts = facts;
