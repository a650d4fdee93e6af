-- Webhooks say when a deposit is no longer on hold. Clearings are numbered in the order of their commits, so that whoever
-- has looked at one has looked at all before.
alter table deposit add column clearing bigint, add column cleared_at timestamptz;
alter table deposit add constraint cleared_at_a_time check ((clearing is null) = (cleared_at is null));
alter table deposit add constraint cleared_or_on_hold check (clearing is null or screening is null);
create unique index deposit_clearing on deposit (clearing) where clearing is not null;

-- The last clearing that was looked at for it.
alter table webhook_endpoint add column clearing bigint not null default 0;

-- The journal of a deposit is two events.
alter table webhook_delivery drop constraint one_delivery_per_event;
alter table webhook_delivery add constraint one_delivery_per_event unique (endpoint_id, journal_id, type);
