-- The number on the certificate of a person and an event: 64 bits of a digest, always the same.
create function credit_certificate(event_id uuid, user_id uuid) returns text language sql immutable parallel safe
return upper(left(md5('certificate ' || event_id::text || ' ' || user_id::text), 16));
create index event_credits_by_certificate on event_credits (credit_certificate(event_id, user_id));
