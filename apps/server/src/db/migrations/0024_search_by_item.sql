-- safe throughout: this table was never released.
-- From an item to its number without the row, which is long.
alter table search_items drop constraint search_items_item_id_key;
create unique index search_items_by_item on search_items (item_id) include (doc, revision_id);
