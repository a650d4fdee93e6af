-- A deposit that gets no answer can be decided about by operators. It then has a hit that nobody found.
alter table screening_hit drop constraint known_hit_provider;
alter table screening_hit add constraint known_hit_provider check (provider in ('list', 'oracle', 'http', 'none'));
alter table screening_hit add constraint unanswered_is_a_deposit check (provider <> 'none' or moment = 'deposit');

-- Where screening was turned off, its last report goes: nobody is silent.
grant delete on worker_status to trefoil_app;

-- Counted whenever metrics are read.
create index webhook_delivery_given_up on webhook_delivery (ended_at) where state = 'failed';
