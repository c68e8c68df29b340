-- Of a submission whose answer was lost, so that another device or a later page submits the same entry with the same key.
alter table saved_entries add column submission_key uuid;
