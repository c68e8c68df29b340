-- Roles in the studio that come from claims, for each department; null stands for all.
alter table users add column studio_grants jsonb not null default '[]' check (jsonb_typeof(studio_grants) = 'array');
-- safe: the older version neither reads nor writes this column. Editors and administrators keep all their rights.
update users set studio_grants = '[{"role": "administrator", "department": null}]' where roles && array['editor', 'admin'];

-- Roles in the studio that administrators gave; null stands for all departments.
create table studio_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('author', 'editor', 'approver', 'administrator')),
  department text check (length(department) between 1 and 200),
  given_by uuid references users on delete set null,
  given_at timestamptz not null,
  unique nulls not distinct (user_id, role, department)
);
create index studio_roles_by_giver on studio_roles (given_by);

create trigger users_announce_studio_grants after update of studio_grants on users for each row
  when (old.studio_grants is distinct from new.studio_grants) execute function announce_access();
create function announce_studio_roles() returns trigger language plpgsql as $$
begin
  perform pg_notify('portico_access', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger studio_roles_announce_access after insert or update or delete on studio_roles for each row
  execute function announce_studio_roles();
