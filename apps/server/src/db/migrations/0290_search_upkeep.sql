-- How many published items searches do not find as they are, as the upkeep of the index last saw it. Counting them reads all items,
-- which health and metrics must not do.
create table search_upkeep (
  is_only boolean primary key default true check (is_only),
  missing integer not null
);
