-- Since when no item uses a file or picture; null while one does. An upload begins unused, until a draft names it. Older servers
-- leave both columns alone: the next sweep sets what they missed.
alter table files add column unused_since timestamptz;
alter table pictures add column unused_since timestamptz, add column added_at timestamptz not null default now();
