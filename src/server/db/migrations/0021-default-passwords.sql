-- The default password opens an account for 72 hours, and never an Admin's (rule 47).

-- When the account was given the installation's default password; null where it has another.
alter table system_users add column default_given_at timestamptz;

-- Which of the passwords that still have to be replaced are the default one cannot be read from
-- their hashes, so all of them count as it, given when the account was last changed. Not where no
-- Admin could give another: an installation's first administrator has to come in.
update system_users set default_given_at = updated_at
where must_change_password and exists (
  select from system_users admin join user_roles role on role.id = admin.role_id
  where role.name = 'Admin' and admin.is_active and not admin.must_change_password
);
