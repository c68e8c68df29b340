-- Time and place of the event as the person was told last, so that a change or a cancellation is told once; null for
-- registrations that are older than this column.
alter table event_registrations add column told jsonb;
