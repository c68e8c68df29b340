-- One row: the notice that everybody sees, and whether the portal is read-only.
create table maintenance (
  id boolean primary key default true check (id),
  notice_id uuid,
  notice_text text,
  notice_from timestamptz,
  notice_until timestamptz,
  is_read_only boolean not null default false,
  read_only_until timestamptz,
  check (num_nonnulls(notice_id, notice_text, notice_from) in (0, 3)),
  check (notice_until > notice_from)
);
insert into maintenance default values;
