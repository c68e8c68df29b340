-- Within how many days entries of a form are to be done.
alter table form_limits add column days_to_do integer check (days_to_do between 1 and 365);

-- What waits for the desk: of each form, and of each person.
create index form_entries_waiting on form_entries (form_id, (coalesce(corrected_at, received_at))) where state in ('New', 'InWork');
create index form_entries_waiting_for on form_entries (assignee_id) where state in ('New', 'InWork');
