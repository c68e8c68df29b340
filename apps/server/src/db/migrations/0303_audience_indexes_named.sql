-- In place of the indexes without rule numbers.
drop index content_items_by_date, content_items_by_department, content_items_by_format, content_items_by_size, content_items_by_title,
  content_items_by_start, content_items_by_end, content_totals_by_kind, notifications_broadcast;
alter index content_items_by_date_new rename to content_items_by_date;
alter index content_items_by_department_new rename to content_items_by_department;
alter index content_items_by_format_new rename to content_items_by_format;
alter index content_items_by_size_new rename to content_items_by_size;
alter index content_items_by_title_new rename to content_items_by_title;
alter index content_items_by_start_new rename to content_items_by_start;
alter index content_items_by_end_new rename to content_items_by_end;
alter index content_totals_by_kind_new rename to content_totals_by_kind;
alter index notifications_broadcast_new rename to notifications_broadcast;
