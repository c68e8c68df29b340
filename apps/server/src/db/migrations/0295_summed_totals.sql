-- Finds out whether the past of a kind was summed again since a process remembered its sum: every sum writes new rows.
create index content_totals_summed on content_totals (kind, id) where at = '-infinity';
