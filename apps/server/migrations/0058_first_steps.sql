-- Whether the overview still shows a member the first steps, until they are done or dismissed. Who was a member before
-- there were any has taken them.
alter table account add column first_steps boolean not null default false;
alter table account alter column first_steps set default true;
