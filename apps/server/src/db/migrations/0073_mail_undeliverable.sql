-- Emails that the mail server refused for good. Operators see them with `npm run jobs -- list` and count them in the metrics.
create table undeliverable_emails (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id uuid not null references users on delete cascade,
  -- One of the two: the event of an invitation, or the form entry of a receipt.
  event_id uuid references content_items,
  entry_id uuid references form_entries on delete cascade,
  -- The mail server's codes, without its words, which may repeat addresses.
  reason text not null,
  check (num_nonnulls(event_id, entry_id) = 1)
);
create index undeliverable_emails_by_user on undeliverable_emails (user_id);
create index undeliverable_emails_by_event on undeliverable_emails (event_id);
create index undeliverable_emails_by_entry on undeliverable_emails (entry_id);
