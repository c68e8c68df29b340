-- How readers are notified of a revision: chosen with its publication, carried out once when they can see it.
alter table content_revisions add column notify_by text[] not null default '{}' check (notify_by <@ '{Notice,Banner,Mail}');
create index content_revisions_to_notify on content_revisions (id) where notify_by <> '{}';

create table publication_notifications (
  revision_id uuid primary key references content_revisions on delete cascade,
  item_id uuid not null references content_items on delete cascade,
  notify_by text[] not null,
  notified_at timestamptz not null,
  -- When the mails with it were queued.
  digest_at timestamptz
);
create index publication_notifications_by_item on publication_notifications (item_id);
create index publication_notifications_banners on publication_notifications (notified_at desc, revision_id) where notify_by @> '{Banner}';
create index publication_notifications_to_mail on publication_notifications (notified_at) where notify_by @> '{Mail}' and digest_at is null;
create index publication_notifications_mailed on publication_notifications (digest_at) where digest_at is not null;

-- Mails with news that are queued; a row goes when its mail is sent.
create table digest_mails (
  user_id uuid not null references users on delete cascade,
  digest_at timestamptz not null,
  primary key (user_id, digest_at)
);
