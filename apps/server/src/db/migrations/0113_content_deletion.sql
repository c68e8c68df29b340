-- A published revision is never changed. It is deleted only together with its item, which the transaction must name; a legal
-- hold refuses even that.
create or replace function keep_published_revision() returns trigger language plpgsql as $$
begin
  if old.first_published_at is not null
    and (tg_op <> 'DELETE' or current_setting('portico.deleting_item', true) is distinct from old.item_id::text) then
    raise exception 'a published revision is kept as it is' using errcode = 'insufficient_privilege';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
