-- When the identity token was issued that the claims come from: those of an older token change nothing.
alter table users add column claims_issued_at timestamptz;
