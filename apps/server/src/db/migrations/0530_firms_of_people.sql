-- The first firm and branch of each person, by which lists of everybody are filtered and counted.
create function first_fact(facts text[], dimension text) returns text language sql immutable parallel safe as $$
  select substr(min(fact collate "C"), length(dimension) + 2) from unnest(facts) fact where starts_with(fact, dimension || ':')
$$;

alter table users
  add column firm text generated always as (first_fact(facts, 'firm')) stored,
  add column branch text generated always as (first_fact(facts, 'branch')) stored;
