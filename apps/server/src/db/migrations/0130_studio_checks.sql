-- Checks of what editors write whose weight an administrator has chosen; those without a row have their default.
create table studio_check_rules (
  check_name text primary key check (length(check_name) <= 50),
  level text not null check (level in ('Block', 'Warn')),
  changed_at timestamptz not null,
  changed_by uuid references users on delete set null
);
create index studio_check_rules_by_user on studio_check_rules (changed_by);
