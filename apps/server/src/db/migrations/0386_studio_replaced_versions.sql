-- What each save of a draft replaced, so that texts that others changed in the meantime can be merged. Null for saves
-- of earlier versions. See decision 306.
alter table studio_changes add column replaced jsonb;
