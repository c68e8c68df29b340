-- People and groups as an identity provider provisions them by SCIM, next to the people who sign in (`users`).
create table scim_users (
  id uuid primary key default gen_random_uuid(),
  -- The resource as SCIM writes it, without what has columns here or is read from other tables.
  data jsonb not null check (jsonb_typeof(data) = 'object' and data ? 'userName'),
  is_active boolean not null,
  -- In small letters; people who sign in are known by it.
  email text,
  -- What the resource says that audiences compare.
  facts text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz not null
);
create unique index scim_users_by_name on scim_users (lower(data->>'userName'));
create unique index scim_users_by_email on scim_users (email) where email is not null;
create index scim_users_by_external_id on scim_users ((data->>'externalId'));

create table scim_groups (
  id uuid primary key default gen_random_uuid(),
  data jsonb not null check (jsonb_typeof(data) = 'object' and data ? 'displayName'),
  version integer not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz not null
);
create unique index scim_groups_by_name on scim_groups (lower(data->>'displayName'));

create table scim_group_members (
  group_id uuid not null references scim_groups (id) on delete cascade,
  member_id uuid not null references scim_users (id) on delete cascade,
  primary key (group_id, member_id)
);
create index scim_group_members_by_member on scim_group_members (member_id);

-- What went wrong in calls of the provider, for the administration.
create table scim_errors (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  token_id uuid references api_tokens (id) on delete set null,
  call text not null,
  status integer not null,
  scim_type text,
  detail text not null
);

alter table users
  -- The provisioned person that this sign-in belongs to. Several sign-ins may belong to one person.
  add column scim_id uuid references scim_users (id) on delete set null,
  -- Facts by provisioning; null for those who are not provisioned.
  add column scim_facts text[],
  -- Provisioning took the person out, and lets them in again.
  add column disabled_by_scim boolean not null default false;
create index users_by_scim_id on users (scim_id) where scim_id is not null;

-- Keeps a row of `users` at what provisioning says. To bring rows up to date, set their `scim_id` to itself. The lock makes
-- a sign-in wait for a change of the same person that is going on.
create function follow_scim() returns trigger language plpgsql as $$
declare
  provisioned scim_users;
begin
  if new.scim_id is not null then
    select * into provisioned from scim_users where id = new.scim_id for share;
    new.scim_facts := provisioned.facts || array(
      select 'team:' || (data->>'displayName') from scim_groups
      where id in (select group_id from scim_group_members where member_id = new.scim_id));
  else
    new.scim_facts := null;
  end if;
  if new.scim_id is not null and provisioned.is_active then
    if new.disabled_by_scim then
      new.disabled_at := null;
    end if;
    new.disabled_by_scim := false;
  elsif new.scim_id is not null or (tg_op = 'UPDATE' and old.scim_id is not null) then
    if new.disabled_at is null then
      new.disabled_at := now();
      new.sessions_ended_at := now();
      new.disabled_by_scim := true;
    end if;
  end if;
  return new;
end $$;
-- By its name it runs before `users_collect_facts`.
create trigger users_attach_scim before insert or update of scim_id on users for each row execute function follow_scim();
-- The other triggers go by the columns that a statement names.
create trigger users_announce_scim after update of scim_id on users for each row
  when (old.disabled_at is distinct from new.disabled_at) execute function announce_access();

-- Claims win over provisioning and provisioning over the people file, in each dimension.
create or replace function collect_facts() returns trigger language plpgsql as $$
declare
  claimed text[] := array(select split_part(fact, ':', 1) from unnest(new.claim_facts) fact);
  provisioned text[] := array(select split_part(fact, ':', 1) from unnest(new.scim_facts) fact);
begin
  new.facts := array(
    select distinct fact from unnest(
      array['person:' || new.id, 'advisorType:' || new.advisor_type]
      || array(select 'role:' || role from unnest(new.roles) role)
      || array(select 'role:studio-' || (given->>'role') from jsonb_array_elements(new.studio_grants) given)
      || array(select 'role:studio-' || role from studio_roles where user_id = new.id)
      || new.claim_facts
      || array(select fact from unnest(new.scim_facts) fact where split_part(fact, ':', 1) <> all (claimed))
      || array(
        select fact from unnest(new.directory_facts) fact
        where split_part(fact, ':', 1) not in ('person', 'advisorType', 'role')
          and split_part(fact, ':', 1) <> all (claimed || provisioned))
    ) fact where fact is not null order by fact);
  return new;
end $$;
