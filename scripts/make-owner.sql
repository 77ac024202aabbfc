-- Read by compose.yaml's database once, when it is made. The server's account owns its database, and
-- nothing more. Whoever administers the database does so from within its container, where it asks
-- for no password; from anywhere else no password lets them in.
\getenv password POSTGRES_PASSWORD
create role bellwether login password :'password';
create database bellwether owner bellwether;
alter role postgres password null;
