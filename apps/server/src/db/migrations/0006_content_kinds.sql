-- Documents are content items too; an `asset` is a file that only components show, such as a film or its captions.
alter table content_items drop constraint content_items_kind_check;
-- safe: allows more than the check before it
alter table content_items add constraint content_items_kind_check
  check (kind in ('news', 'event', 'resource', 'page', 'home', 'document', 'asset'));

-- Copies from the published revision, as its dates are: where a page is found, and whom a resource or document is for.
alter table content_items add column path text, add column department text;
-- safe: an older version leaves the new column empty
create unique index content_items_by_path on content_items (path) where path is not null;
