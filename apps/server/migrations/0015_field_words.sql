-- Tables, constraints and functions take the names that other ledgers use.

alter table purse rename to member_balance;
alter table member_balance rename constraint purse_pkey to member_balance_pkey;
alter table member_balance rename constraint purse_member_id_fkey to member_balance_member_id_fkey;
alter table entry rename constraint members_own_purses to member_accounts_have_a_member;

alter table duty rename to worker_status;
alter table worker_status rename constraint duty_pkey to worker_status_pkey;
update worker_status set name = 'unmatched_transfers' where name = 'strays';

alter table stray_transfer rename to unmatched_transfer;
alter table unmatched_transfer rename constraint stray_transfer_pkey to unmatched_transfer_pkey;
alter table unmatched_transfer rename constraint known_stray to known_unmatched_kind;
alter sequence stray_transfer_id_seq rename to unmatched_transfer_id_seq;
alter index stray_by_block rename to unmatched_transfer_by_block;
alter index stray_sweep rename to unmatched_sweep;

alter table act rename to audit_entry;
alter table audit_entry rename constraint act_pkey to audit_entry_pkey;
alter table audit_entry rename constraint act_operator_id_fkey to audit_entry_operator_id_fkey;
alter table audit_entry rename constraint act_member_id_fkey to audit_entry_member_id_fkey;
alter sequence act_id_seq rename to audit_entry_id_seq;
alter index act_of_operator rename to audit_entry_of_operator;
alter index act_on_member rename to audit_entry_on_member;
alter trigger acts_stay on audit_entry rename to audit_entries_stay;
alter trigger acts_all_stay on audit_entry rename to all_audit_entries_stay;
alter function keep_act() rename to keep_audit_entry;
alter function told_entries(int, ledger_account, bigint, bigint) rename to shown_entries;

-- What an open proposal to resume a signer would do is named in its details.
update proposal set details = details - 'takeOver' || jsonb_build_object('handOverSigner', details -> 'takeOver')
where state = 'open' and details ? 'takeOver';

-- Functions name tables and each other in their text, which a rename does not reach.
do $$
declare
  renamed constant text[][] := array[
    ['purse', 'member_balance'], ['told_entries', 'shown_entries'], ['acts_stay', 'audit_entries_stay']
  ];
  name text[];
  definition text;
begin
  foreach name slice 1 in array renamed loop
    for definition in
      select pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc ~ format('\m%s\M', name[1])
    loop
      execute regexp_replace(definition, format('\m%s\M', name[1]), name[2], 'g');
    end loop;
  end loop;
end $$;
