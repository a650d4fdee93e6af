-- A long statement as a file: made by the worker, read only in the session that asked for it, and deleted soon.
create table statement_file (
  account_id int primary key references account,
  session_id uuid not null references session on delete cascade,
  kind text not null constraint known_statement_kind check (kind in ('statement', 'giving')),
  format text not null constraint known_statement_format check (format in ('pdf', 'csv')),
  paper text not null constraint known_paper check (paper in ('A4', 'letter')),
  first_day date not null,
  last_day date not null,
  state text not null default 'waiting' constraint known_statement_state check (state in ('waiting', 'ready', 'failed')),
  requested_at timestamptz not null default now(),
  attempts int not null default 0,
  percent smallint not null default 0 constraint of_a_hundred check (percent between 0 and 100),
  bytes bigint,
  expires_at timestamptz,
  constraint ready_whole check ((state = 'ready') = (bytes is not null and expires_at is not null)),
  constraint days_in_order check (first_day <= last_day)
);
create index waiting_statement on statement_file (requested_at) where state = 'waiting';
create index statement_of_session on statement_file (session_id);

-- In pieces, each sealed under the account's own key.
create table statement_file_part (
  account_id int not null references statement_file on delete cascade,
  number int not null,
  content bytea not null,
  primary key (account_id, number)
);
grant select, insert, update, delete on statement_file, statement_file_part to trefoil_app;

-- It goes with its session, as a copy of the data does.
create or replace function drop_export_of_session() returns trigger language plpgsql as $$
begin
  delete from data_export where session_id = old.id;
  delete from statement_file where session_id = old.id;
  return null;
end $$;
