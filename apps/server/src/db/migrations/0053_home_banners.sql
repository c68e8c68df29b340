-- Banners of the dashboard that a person has closed.
create table banner_closings (
  user_id uuid not null references users on delete cascade,
  banner_id text not null check (length(banner_id) between 1 and 64),
  closed_at timestamptz not null,
  primary key (user_id, banner_id)
);
