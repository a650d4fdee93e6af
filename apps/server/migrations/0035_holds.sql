-- The count of an address's mails outlives the account for its hour, without the account: whoever erases one and signs up
-- again gets no further mails to it.
grant update (account_id) on mail_outbox to trefoil_app;

-- Addresses are now counted by keyed hashes. What was counted by plain ones begins anew.
update mail_outbox set recipient_hash = null, handed_at = null where handed_at is not null;
