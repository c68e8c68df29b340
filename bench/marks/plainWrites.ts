/**
 * Tables for the same writes as the portal's: the row, and the change of which other tabs of the person learn. The
 * portal writes no audit row for a task or a registration, so neither does the plain server.
 */
export const WRITE_TABLES = [
  `create table plain.people (id uuid primary key default gen_random_uuid(), subject text not null unique)`,
  `create table plain.tasks (
    id uuid primary key, person_id uuid not null references plain.people, title text not null,
    note text not null default '',
    due_date date, priority text not null default 'Normal', created_at timestamptz not null default now(),
    completed_at timestamptz, version int not null default 1)`,
  `create index on plain.tasks (person_id)`,
  `create table plain.events (id uuid primary key, capacity int)`,
  `create table plain.registrations (
    event_id uuid not null references plain.events, person_id uuid not null references plain.people,
    status text not null,
    number bigint generated always as identity, created_at timestamptz not null default now(),
    primary key (event_id, person_id))`,
  `create index on plain.registrations (event_id, status)`,
  `create table plain.changes (
    recipient uuid not null, topic text not null, position xid8 not null, changed_at timestamptz not null,
    primary key (recipient, topic))`,
  `insert into plain.events
    select item.id, (rev.details->'registration'->>'capacity')::int from content_items item
    join content_revisions rev on rev.id = item.published_revision_id
    where item.kind = 'event' and jsonb_typeof(rev.details->'registration') = 'object'`,
];

/** Records the change of a written row, and announces it at the commit, as the portal does. */
const announced = (written: string, topic: string) => `
  changed as (
    insert into plain.changes (recipient, topic, position, changed_at)
    select person_id, '${topic}', pg_current_xact_id(), clock_timestamp() from ${written}
    on conflict (recipient, topic) do update set position = excluded.position, changed_at = excluded.changed_at
    returning recipient),
  notified as materialized (
    select pg_notify('plain_push', json_build_object('topic', '${topic}', 'to', recipient)::text) from changed)`;

/** Id, subject of the person, title, and how many active tasks a person may have. One statement is one transaction. */
export const ADD_TASK = `
  with person as (select id from plain.people where subject = $2),
  added as (
    insert into plain.tasks (id, person_id, title)
    select $1::uuid, person.id, $3::text from person
    where (select count(*) from plain.tasks where person_id = person.id and completed_at is null) < $4::int
    returning *),
  ${announced('added', 'todo')}
  select json_build_object('id', added.id, 'title', added.title, 'note', added.note, 'dueDate', added.due_date,
    'priority', added.priority, 'createdAt', added.created_at, 'version', added.version)::text
  from added where (select count(*) from notified) = 1`;

/** The lock that everyone who registers for an event waits for. */
export const LOCK_EVENT = `select 1 from plain.events where id = $1 for no key update`;

/** Event, and subject of the person. */
export const ADD_REGISTRATION = `
  with added as (
    insert into plain.registrations (event_id, person_id, status)
    select event.id, person.id, 'Registered' from plain.events event, plain.people person
    where event.id = $1 and person.subject = $2 and (event.capacity is null or event.capacity > (
      select count(*) from plain.registrations where event_id = $1 and status = 'Registered'))
    returning *),
  ${announced('added', 'registrations')}
  select json_build_object('id', added.event_id, 'registrationStatus', added.status, 'createdAt', added.created_at)::text
  from added where (select count(*) from notified) = 1`;
