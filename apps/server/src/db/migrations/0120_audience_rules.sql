-- Rules of audience. An item or a revision refers to one by having its id as the only entry of `audience`, which admits no advisor
-- type: a portal of the version before shows such an item to no one. A rule never changes; the same rule has the same id.
create table audience_rules (
  id text primary key check (id like 'rule:%'),
  -- An Audience of the contracts.
  rule jsonb not null,
  -- The same as a condition on the facts of a person.
  query tsquery not null,
  created_at timestamptz not null default now()
);

-- What is known about people besides their advisor type, as `dimension:value`.
alter table users
  -- From the claims of the newest token.
  add column claim_facts text[] not null default '{}',
  -- From the people file; null for those who are not in it.
  add column directory_facts text[],
  -- All that rules compare: both, where claims win over the file in each dimension, with advisor type, roles and the person itself.
  add column facts text[] not null default '{}';

create function collect_facts() returns trigger language plpgsql as $$
begin
  new.facts := array(
    select distinct fact from unnest(
      array['person:' || new.id, 'advisorType:' || new.advisor_type]
      || array(select 'role:' || role from unnest(new.roles) role)
      || new.claim_facts
      || array(
        select fact from unnest(new.directory_facts) fact
        where split_part(fact, ':', 1) not in ('person', 'advisorType', 'role')
          and split_part(fact, ':', 1) not in (select split_part(claimed, ':', 1) from unnest(new.claim_facts) claimed))
    ) fact where fact is not null order by fact);
  return new;
end $$;
create trigger users_collect_facts before insert or update on users for each row execute function collect_facts();
-- safe: fills a column that is new
update users set claim_facts = '{}';

create trigger users_announce_facts after update on users for each row
  when (old.facts is distinct from new.facts) execute function announce_access();
