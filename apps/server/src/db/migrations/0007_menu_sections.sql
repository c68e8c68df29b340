-- The sections that every portal has, for those that have not made a menu of their own.
insert into menu_items (id, placement, position, name, kind, icon_url, page_link)
select * from (values
  ('events', 'menu', 3, 'Events', 'ApplicationPage', '/icons/events.svg', '/events'),
  ('resources', 'menu', 4, 'Resources', 'ApplicationPage', '/icons/resources.svg', '/resources'),
  ('documents', 'menu', 5, 'Documents', 'ApplicationPage', '/icons/documents.svg', '/documents'),
  ('support', 'menu', 6, 'Support', 'ApplicationPage', '/icons/support.svg', '/support')
) as section (id, placement, position, name, kind, icon_url, page_link)
where (select array_agg(id order by id) from menu_items) = '{dashboard,news}'
on conflict do nothing;
