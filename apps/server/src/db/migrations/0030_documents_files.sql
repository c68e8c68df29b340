-- Files of documents and assets: the bytes lie in the object store under the digest, what is known of them here.
create table files (
  id uuid primary key default gen_random_uuid(),
  sha256 bytea not null check (length(sha256) = 32),
  bytes integer not null check (bytes > 0),
  format text not null check (format in ('PDF', 'DOCX', 'XLSX', 'PPTX', 'CSV', 'TXT', 'PNG', 'JPEG', 'WEBP', 'MP4', 'WEBM', 'VTT')),
  -- As it is served, with the character set of texts.
  media_type text not null,
  -- Pages of a PDF or slides of a presentation, once they are counted.
  pages integer check (pages >= 0),
  -- What came of reading it; Pending until the job has done so, Read also for what has no text.
  state text not null default 'Pending' check (state in ('Pending', 'Read', 'Protected', 'Damaged', 'TooLarge')),
  created_at timestamptz not null default now(),
  -- When somebody last brought it: what no item uses goes a while after that.
  added_at timestamptz not null default now(),
  -- The same bytes can be a text and a table.
  unique (sha256, format)
);

-- The words of a file, in order. `page` counts from 1: pages of a PDF, slides of a presentation, sheets of a workbook; other
-- files have none and are cut into parts of a readable size.
create table file_texts (
  file_id uuid not null references files on delete cascade,
  page integer not null check (page > 0),
  text text not null,
  primary key (file_id, page)
);

-- What can be shown of a file in place: a DocumentPreview of the contracts. Only for those that the browser can not show itself.
create table file_previews (
  file_id uuid primary key references files on delete cascade,
  preview jsonb not null
);

-- Which file a document or asset is. The database keeps files that any revision names.
alter table content_revisions add column file_id uuid references files;
create index content_revisions_by_file on content_revisions (file_id) where file_id is not null;

-- Copies from the published revision, as its dates are: for sorting by title, and from an item to its file.
alter table content_items add column title text, add column file_id uuid references files;
-- Those that have no title here, because an older portal published them meanwhile, come last.
-- safe: fills a column that is new
update content_items item set title = rev.header from content_revisions rev where rev.id = item.published_revision_id;
create index content_items_by_title on content_items (kind, lower(title), id)
  include (published_at, expires_at, audience) where published_revision_id is not null;
create index content_items_by_file on content_items (file_id) where file_id is not null;
