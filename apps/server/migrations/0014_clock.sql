-- What time it is, for the columns that note it. A default that names now() keeps the built-in function for good; these
-- look the name up when they are used. A session that has its own `now` before the built-in one, as the demo's seed has
-- while it makes a past, writes its own times. In every other session they come to the built-in one at planning, and
-- cost nothing.

create function present() returns timestamptz language sql volatile as 'select now()';
create function present_statement() returns timestamptz language sql volatile as 'select statement_timestamp()';

alter table account alter column created_at set default present();
alter table activity alter column created_at set default present();
alter table journal alter column created_at set default present_statement();
alter table deposit_address alter column issued_at set default present();
alter table deposit alter column seen_at set default present();
alter table stray_transfer alter column seen_at set default present();
alter table withdrawal alter column requested_at set default present();
alter table withdrawal alter column look_at set default present();
alter table sending alter column claimed_at set default present();
alter table sending_attempt alter column signed_at set default present();
alter table act alter column at set default present();
alter table proposal alter column proposed_at set default present();
alter table notice alter column created_at set default present();
alter table notice alter column next_at set default present();
