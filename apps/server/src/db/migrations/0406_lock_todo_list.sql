-- Locks a person's list of tasks against concurrent counting and sorting until the transaction ends. A function, so that a
-- statement can lock and add at once: each statement inside sees what was committed while it waited.
create function lock_todo_list(person_id uuid, out sort text, out active int) language plpgsql as $$
begin
  insert into todo_lists as list (user_id) values (person_id)
    on conflict (user_id) do update set user_id = excluded.user_id returning list.sort into lock_todo_list.sort;
  select count(*) into active from todos where user_id = person_id and completed_at is null and deleted_at is null;
end $$;
