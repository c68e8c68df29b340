-- Web addresses that editors link to, and what a visit found. `failures` counts visits in a row that reached nothing.
create table studio_links (
  href text primary key check (length(href) <= 2048),
  asked_at timestamptz not null,
  visited_at timestamptz,
  is_missing boolean not null default false,
  failures integer not null default 0 check (failures >= 0)
);
create index studio_links_by_visit on studio_links (visited_at nulls first);
create index studio_links_by_age on studio_links (asked_at);
