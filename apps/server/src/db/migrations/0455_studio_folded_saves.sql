-- Old saves of a draft become one row each for many of them. `covers` says for how many, up to its own number: none if it only
-- remembers its batch. `writers` are the tabs that made them; null for a single save. See decision 357.
alter table studio_changes add column covers integer not null default 1 check (covers >= 0);
alter table studio_changes add column writers uuid[];

-- The latest save that the tab is known to have seen; null if it reported to an earlier version of the portal.
alter table studio_presence add column since integer check (since >= 0);
