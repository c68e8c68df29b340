-- Which version of the indexing wrote a doc. After an update, a job indexes older ones again one by one, and each is found as it was
-- until its new doc is complete. A process of an older version writes the default.
alter table search_items add column index_version integer not null default 1;
create index search_items_by_index_version on search_items (index_version);
