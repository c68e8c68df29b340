-- Why an item must be kept whatever retention says; null for most. Retention skips such items, and nobody deletes them by mistake.
alter table content_items add column legal_hold text check (length(legal_hold) > 0);

create function refuse_while_held() returns trigger language plpgsql as $$
declare reason text;
begin
  if tg_table_name = 'content_items' then reason := old.legal_hold;
  else select legal_hold into reason from content_items where id = old.item_id;
  end if;
  if reason is not null then
    raise exception 'the item is kept for legal reasons' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger content_items_held before delete on content_items for each row execute function refuse_while_held();
create trigger content_revisions_held before delete on content_revisions for each row execute function refuse_while_held();
