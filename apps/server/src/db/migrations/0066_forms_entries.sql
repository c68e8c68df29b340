-- What a person has filled in of a form so far, valid or not.
create table saved_entries (
  user_id uuid not null references users on delete cascade,
  form_id uuid not null,
  -- The version of the form that it was begun with.
  form_version integer not null,
  -- FormValues of the contracts.
  values jsonb not null check (jsonb_typeof(values) = 'object'),
  -- Rises with every save and is never used again, so that a save that follows one that is gone is found out.
  version bigint not null,
  saved_at timestamptz not null,
  primary key (user_id, form_id),
  foreign key (form_id, form_version) references form_versions
);
create sequence saved_entry_versions;
create index saved_entries_by_age on saved_entries (saved_at);

-- What people have sent in. It stays as it is.
create table form_entries (
  id uuid primary key,
  form_id uuid not null,
  form_version integer not null,
  user_id uuid not null references users,
  -- FormValues of the contracts: only of fields that were shown.
  values jsonb not null check (jsonb_typeof(values) = 'object'),
  received_at timestamptz not null,
  -- The person is still to be told by mail that it has arrived.
  is_receipt_due boolean not null default true,
  foreign key (form_id, form_version) references form_versions
);
create index form_entries_by_user on form_entries (user_id, received_at desc, id desc);
create index form_entries_by_form on form_entries (form_id, received_at desc, id desc);

-- What was asked for once and may be asked for again. The key is the caller's, or made of what was sent when there was none.
create table form_entry_keys (
  user_id uuid not null references users on delete cascade,
  form_id uuid not null,
  key text not null,
  -- Of what was sent with it.
  digest bytea not null,
  -- Deferred, because the key is taken before the entry is stored: whoever comes second waits for it.
  entry_id uuid not null references form_entries on delete cascade deferrable initially deferred,
  created_at timestamptz not null,
  primary key (user_id, form_id, key)
);
create index form_entry_keys_by_age on form_entry_keys (created_at);
create index form_entry_keys_by_entry on form_entry_keys (entry_id);

-- Files that people send in with a form: the bytes lie in the object store under the id, apart from those of documents.
create table form_files (
  id uuid primary key,
  user_id uuid not null references users,
  form_id uuid not null,
  -- Alias of the field that it was given for.
  field text not null,
  -- Null until the entry is sent in.
  entry_id uuid references form_entries,
  file_name text not null check (length(file_name) between 1 and 255),
  format text not null check (format in ('PDF', 'DOCX', 'XLSX', 'PPTX', 'CSV', 'TXT', 'PNG', 'JPEG', 'WEBP', 'MP4', 'WEBM', 'VTT')),
  -- As it is served, with the character set of texts.
  media_type text not null,
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null,
  -- Since when neither an entry nor a saved one names it; it goes a while after that.
  unused_since timestamptz,
  check (entry_id is null or unused_since is null)
);
create index form_files_by_user on form_files (user_id) include (form_id, entry_id, bytes);
create index form_files_by_entry on form_files (entry_id) where entry_id is not null;
create index form_files_unused on form_files (unused_since) where unused_since is not null;
