-- Entries of one version of a form, and how many each version has.
create index form_entries_by_version on form_entries (form_id, form_version, received_at desc, id desc);
