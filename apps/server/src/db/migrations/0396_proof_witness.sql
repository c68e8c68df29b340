-- Heads of the log of proofs that a witness has signed, too.
create table proof_cosignatures (
  -- The public key of the witness.
  key text not null,
  size bigint not null,
  root bytea not null,
  -- The signature line of a note, without its newline.
  line text not null,
  signed_at timestamptz not null,
  primary key (key, size)
);
create trigger proof_cosignatures_keep before update or delete on proof_cosignatures
  for each row execute function refuse_change();
create trigger proof_cosignatures_keep_all before truncate on proof_cosignatures
  for each statement execute function refuse_change();

-- The latest call of each witness.
create table proof_witness_calls (
  key text primary key,
  called_at timestamptz not null,
  -- A sentence, or null if it signed.
  problem text
);
