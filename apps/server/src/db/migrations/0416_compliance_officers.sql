-- Compliance officers see confirmations, credits and proofs of everybody. Administrators give the role like the others.
-- safe: the older version writes only roles that the new constraint also allows.
alter table studio_roles drop constraint studio_roles_role_check;
alter table studio_roles add constraint studio_roles_role_check
  check (role in ('author', 'editor', 'approver', 'administrator', 'compliance') and (role <> 'compliance' or department is null));
