-- What must be answered right before an item is confirmed, as its published revision has it, and whether an event asks
-- only those who were there.
alter table confirmation_requests
  add column questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  add column only_attended boolean not null default false;
