-- Checklists in what is published: who may see the item may tick them. Kept in step by publication.
create table checklists (
  item_id uuid not null references content_items on delete cascade,
  component_id text not null,
  title text,
  due_date date,
  -- Ids of its items, in order.
  entries text[] not null,
  primary key (item_id, component_id)
);
create index checklists_by_component on checklists (component_id);
create index checklists_due on checklists (due_date) where due_date is not null;

-- What a person has ticked. Items keep their ids when a page is published again, so marks stay; those of items that are gone wait for their return.
create table checklist_marks (
  user_id uuid not null references users on delete cascade,
  component_id text not null,
  entry_id text not null,
  is_checked boolean not null,
  changed_at timestamptz not null,
  primary key (user_id, component_id, entry_id)
);

insert into checklists (item_id, component_id, title, due_date, entries)
select item.id, list->>'id', list->>'title',
  case when list->>'dueDate' ~ '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$' then (list->>'dueDate')::date end,
  array(select entry->>'id' from jsonb_array_elements(list->'items') with ordinality as given (entry, place) order by place)
from content_items item join content_revisions rev on rev.id = item.published_revision_id
cross join lateral jsonb_path_query(rev.components, 'strict $.**?(@.type == "Checklist")', '{}', true) list
where item.kind in ('page', 'news', 'event', 'resource') and jsonb_typeof(list->'items') = 'array' and list->>'id' is not null
on conflict do nothing;
