-- A calendar gets a series as a whole, and later its dates one by one.
alter table event_invitations
  -- The calendar of the person has this event as a date of the whole series.
  add column is_in_series boolean not null default false;

alter table undeliverable_emails
  -- Of an invitation to a whole series; event_id is then one of its dates.
  add column series_id uuid references event_series on delete cascade;
create index undeliverable_emails_by_series on undeliverable_emails (series_id) where series_id is not null;
