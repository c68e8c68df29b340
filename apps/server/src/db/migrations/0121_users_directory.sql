-- People of the people file who have not signed in yet are rows of `users` whose issuer is `directory` and whose subject is their
-- email address; their first sign-in takes the row over.
create index users_by_email on users (lower(email)) where email is not null;
