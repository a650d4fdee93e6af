-- Logs carry addresses without their checksum, and are looked up as they are: only what is ours is worth a hash.
create unique index deposit_address_as_logged on deposit_address (lower(address));

-- How far the final blocks were searched for what is not credited: other tokens and the native coin. It follows behind
-- at its own pace, so that no deposit waits for it and nothing is left out.
alter table scan add column noted bigint;
update scan set noted = final;
alter table scan alter column noted set not null;
alter table scan add constraint noted_is_final check (noted <= final);

-- `void`: its signer was replaced before the chain took it, so that it cannot pay any more; another one pays instead.
alter table sending drop constraint known_sending_state;
alter table sending add constraint known_sending_state check (state in ('open', 'done', 'reverted', 'void'));
alter table sending drop constraint ended_by_a_transaction;
alter table sending add constraint ended_by_a_transaction
  check ((state in ('open', 'void')) = (transaction is null));
