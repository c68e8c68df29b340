-- Who may still send a form. A form without a row has no limits.
create table form_limits (
  form_id uuid primary key,
  -- From then on, nobody can send it.
  closes_at timestamptz,
  -- Entries of all people together.
  capacity integer check (capacity > 0),
  is_once boolean not null default false,
  version integer not null default 1
);
