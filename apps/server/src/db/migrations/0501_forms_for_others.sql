-- safe: the new rule accepts everything that the former one does.
alter table delegations drop constraint delegations_scopes_check;
-- safe: all rows have scopes that it accepts.
alter table delegations add constraint delegations_scopes_check
  check (cardinality(scopes) > 0 and scopes <@ array['Duties', 'Tasks', 'Notices', 'Events', 'Forms']);

-- Who submitted it last for the person; null if they did it themselves.
alter table form_entries add column acted_by uuid references users (id) on delete set null;
-- safe: no row has a value yet.
create index form_entries_by_delegate on form_entries (acted_by) where acted_by is not null;
