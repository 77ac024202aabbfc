-- Every password that an Admin gives opens the account for 72 hours, not the default one alone (rule 47).

-- When an Admin gave the account its password; null where its owner chose it.
alter table system_users rename column default_given_at to password_given_at;
-- The default one never opens an Admin's account.
alter table system_users add column has_default_password boolean not null default false;
update system_users set has_default_password = true where password_given_at is not null;

-- Passwords that were given before this have 72 hours from now. Not where no Admin could give
-- another: an installation's first administrator has to come in.
update system_users set password_given_at = now()
where must_change_password and password_given_at is null and exists (
  select from system_users admin join user_roles role on role.id = admin.role_id
  where role.name = 'Admin' and admin.is_active and not admin.must_change_password
);
