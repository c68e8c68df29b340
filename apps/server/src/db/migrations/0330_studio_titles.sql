-- Editors find titles the way names are found. isTitled() in features/studio/titles.ts has the same expressions.
create index content_revisions_by_title on content_revisions using gin (name_keys(fold_words(header)));
create index studio_drafts_by_title on studio_drafts using gin (name_keys(fold_words(draft #>> '{fields,header}')));
