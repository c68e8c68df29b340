-- Where in the text of their component or field a person's caret and selection are: StudioCaret of the contracts. Null
-- when they are not in a text.
alter table studio_presence add column caret jsonb;
