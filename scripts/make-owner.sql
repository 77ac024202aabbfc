-- The database of compose.yaml runs this once, when it is made. It creates the account that the
-- server uses, which owns the server's database and has no other rights. The administrator's
-- account has no password: it only works from within the database's container.
\getenv password POSTGRES_PASSWORD
create role bellwether login password :'password';
create database bellwether owner bellwether;
alter role postgres password null;
