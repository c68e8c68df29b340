-- The log of proofs: one Merkle tree of records (RFC 6962), which only grows. Each leaf also has the hashes of the
-- complete subtrees that end with it, so that every subtree's hash is in one row that never changes.
create table proof_leaves (
  -- Counted from 0, without gaps.
  number bigint primary key,
  recorded_at timestamptz not null,
  -- Whose proof it is, and of which item it tells. Records outlive both, so these are no foreign keys.
  user_id uuid not null,
  item_id uuid,
  type text not null,
  -- JSON as it was hashed: what the portal wrote, after the number and the time that the log gave it.
  record text not null,
  -- Of the leaf, then of the subtree of 2, 4, 8, … leaves that ends with it.
  hashes bytea[] not null
);
create index proof_leaves_by_person on proof_leaves (user_id, item_id, type, number);

create function proof_leaf_hash(record text) returns bytea language sql immutable as $$
  select sha256('\x00'::bytea || convert_to(record, 'UTF8'))
$$;
create function proof_node_hash(left_hash bytea, right_hash bytea) returns bytea language sql immutable as $$
  select sha256('\x01'::bytea || left_hash || right_hash)
$$;

create function proof_leaves_append() returns trigger language plpgsql as $$
declare
  last proof_leaves;
  height int := 0;
begin
  if new.record is null or not starts_with(new.record, format('{"type":%s,', to_json(new.type))) then
    raise exception 'a record is a JSON object that starts with its type' using errcode = 'check_violation';
  end if;
  -- One writer at a time. It is the lock of the audit log: with two locks, transactions that write to both logs in a
  -- different order would wait for each other.
  perform pg_advisory_xact_lock(hashtext('audit_log'));
  select * into last from proof_leaves order by number desc limit 1;
  new.number := coalesce(last.number + 1, 0);
  -- Never before the record before it, even if the clock was set back.
  new.recorded_at := greatest(clock_timestamp(), last.recorded_at);
  new.record := format('{"number":%s,"recordedAt":"%s",', new.number,
    to_char(new.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) || substr(new.record, 2);
  new.hashes := array[proof_leaf_hash(new.record)];
  -- A number that ends with n binary ones completes n subtrees; the left half of each ends with an earlier leaf.
  while (new.number >> height) & 1 = 1 loop
    new.hashes := new.hashes || proof_node_hash(
      (select hashes[height + 1] from proof_leaves where number = ((new.number >> height) << height) - 1),
      new.hashes[height + 1]);
    height := height + 1;
  end loop;
  return new;
end $$;
create trigger proof_leaves_append before insert on proof_leaves for each row execute function proof_leaves_append();
create trigger proof_leaves_keep before update or delete on proof_leaves for each row execute function refuse_change();
create trigger proof_leaves_keep_all before truncate on proof_leaves for each statement execute function refuse_change();

-- Numbers of the leaves from `first` to `last` that are missing or whose number, time or hashes do not hold, in order.
create function proof_leaves_breaks(first bigint, last bigint) returns setof bigint language sql stable as $$
  select leaf_number
  from generate_series(first, last) leaf_number
  left join proof_leaves leaf on leaf.number = leaf_number
  left join proof_leaves before on before.number = leaf_number - 1
  where leaf.number is null
     or (leaf_number > 0 and before.number is null)
     or leaf.recorded_at < before.recorded_at
     or left(leaf.record, length(leaf_number::text) + 11) is distinct from format('{"number":%s,', leaf_number)
     or leaf.hashes[1] is distinct from proof_leaf_hash(leaf.record)
     or cardinality(leaf.hashes) <> 1 + case leaf_number & 1 when 0 then 0 else
       length(substring((leaf_number::bit(63))::text from '1*$')) end
     or exists (
       select from generate_series(1, cardinality(leaf.hashes) - 1) height
       left join proof_leaves half on half.number = ((leaf_number >> (height - 1)) << (height - 1)) - 1
       where leaf.hashes[height + 1] is distinct from proof_node_hash(half.hashes[height], leaf.hashes[height]))
  order by leaf_number
$$;

-- Every signed head of the log that was published, one a day.
create table proof_checkpoints (
  size bigint primary key,
  root bytea not null,
  -- As it was signed.
  note text not null,
  published_at timestamptz not null
);
create trigger proof_checkpoints_keep before update or delete on proof_checkpoints
  for each row execute function refuse_change();
create trigger proof_checkpoints_keep_all before truncate on proof_checkpoints
  for each statement execute function refuse_change();

-- Each time that the log was compared with its checkpoints, and what was wrong then.
create table proof_checks (
  checked_at timestamptz primary key,
  problem text
);
