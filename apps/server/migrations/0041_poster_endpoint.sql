-- Where the process that posts for all takes the orders of the others. New with each poster, so nothing is kept of it.
create unlogged table poster_endpoint (
  host text not null,
  port int not null,
  secret bytea not null,
  is_only_one boolean primary key default true check (is_only_one)
);
grant select, insert, delete on poster_endpoint to trefoil_app;
