-- The two sections that open panels, for portals that have not made a menu of their own: with the parts of the menu that
-- every portal has, in the order of the specification.
do $$
begin
  if (select array_agg(id order by id) from menu_items) is distinct from '{dashboard,documents,events,news,resources,support}' then
    return;
  end if;
  update menu_items set position = position + 1 where id <> 'dashboard';
  insert into menu_items (id, placement, position, name, kind, icon_url) values
    ('applications', 'menu', 2, 'Applications', 'ApplicationPage', '/icons/applications.svg'),
    ('notifications', 'menu', 8, 'Notifications', 'ApplicationPage', '/icons/notifications.svg');
end $$;
