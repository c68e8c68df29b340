-- safe throughout: these tables were never released.
-- Filters read these from the item itself, whose rows are short.
alter table search_items drop column categories, drop column department, drop column starts_at;
