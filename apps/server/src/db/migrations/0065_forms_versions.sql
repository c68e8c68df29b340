-- Every form that was published, each version of it as it was: entries are kept with the version they were made with.
create table form_versions (
  form_id uuid not null,
  version integer not null check (version > 0),
  -- A Form of the contracts, with the id of its component.
  definition jsonb not null,
  -- Of the definition without that id.
  digest bytea not null,
  -- What it was published with: whoever may see the item, and was addressed by the revision, may finish this version.
  item_id uuid not null references content_items,
  revision_id uuid not null references content_revisions,
  created_at timestamptz not null default now(),
  primary key (form_id, version)
);
create index form_versions_by_item on form_versions (item_id);

-- Which forms the published revisions of items hold. Made by publication.
create table published_forms (
  item_id uuid not null references content_items on delete cascade,
  component_id text not null,
  form_id uuid not null,
  version integer not null,
  primary key (item_id, component_id),
  foreign key (form_id, version) references form_versions
);
create index published_forms_by_form on published_forms (form_id, version desc);

-- safe: fills tables that are new
with held as (
  select item.id as item_id, rev.id as revision_id, item.published_at, form, form->>'id' as component_id, (form->>'formId')::uuid as form_id,
    sha256(convert_to((form - 'id')::text, 'UTF8')) as digest
  from content_items item join content_revisions rev on rev.id = item.published_revision_id
  cross join lateral jsonb_path_query(rev.components, 'strict $.** ? (@.type == "Form" && exists (@.formId))') form
), distinct_forms as (
  select distinct on (form_id, digest) * from held order by form_id, digest, published_at, item_id
), versions as (
  insert into form_versions (form_id, version, definition, digest, item_id, revision_id, created_at)
  select form_id, row_number() over (partition by form_id order by published_at, item_id), form, digest, item_id, revision_id, published_at from distinct_forms
  returning form_id, version, digest
)
insert into published_forms (item_id, component_id, form_id, version)
select held.item_id, held.component_id, held.form_id, versions.version from held join versions using (form_id, digest);
