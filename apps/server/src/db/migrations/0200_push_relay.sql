-- The process that passes announcements on to the broker of PUSH_URL, until its lease ends.
create table push_relay (
  is_only boolean primary key default true check (is_only),
  holder uuid not null default gen_random_uuid(),
  held_until timestamptz not null default '1970-01-01T00:00:00Z'
);
insert into push_relay default values;
