-- Operators write beside each other, and correct what was said.

-- Whoever saves names the version that they read, so that nobody overwrites what they never saw.
alter table cause
  add column text_version int not null default 1,
  add column written_by int references account,
  add column written_at timestamptz;
grant insert (written_by, written_at), update (text_version, written_by, written_at) on cause to trefoil_app;

-- What was said about an update later. The first version is the update itself; nothing of it is lost.
create table cause_update_revision (
  update_id int not null references cause_update,
  revision int not null constraint the_update_is_the_first check (revision > 1),
  -- Null: it was withdrawn.
  title text,
  text text,
  made_by int not null references account,
  made_at timestamptz not null default present(),
  constraint one_revision_follows_another primary key (update_id, revision),
  constraint whole_or_withdrawn check ((title is null) = (text is null))
);
grant select, insert on cause_update_revision to trefoil_app;
-- Pictures are not kept: somebody may have the right that nobody sees them any more.
grant delete on cause_update_picture to trefoil_app;

create function guard_revision() returns trigger language plpgsql as $$
begin
  if new.revision <> (
    select coalesce(max(revision), 1) + 1 from cause_update_revision where update_id = new.update_id
  ) then
    raise exception 'Update % has other revisions', new.update_id
      using errcode = 'unique_violation', constraint = 'one_revision_follows_another';
  end if;
  if exists (select from cause_update_revision where update_id = new.update_id and title is null) then
    raise exception 'Update % was withdrawn', new.update_id
      using errcode = 'check_violation', constraint = 'withdrawn_for_good';
  end if;
  return new;
end $$;
create trigger revisions_follow before insert on cause_update_revision for each row execute function guard_revision();

-- Who is still to be told of an update that is withdrawn is not told.
alter table donor_notice add column update_id int references cause_update;

-- Two operators agreed to one address. If it is not the cause's any more when the payout is claimed, nobody is paid: not
-- the old address, which the cause may have lost, nor the new one, which nobody agreed to for this amount.
create trigger cause_is_still_paid_there before update of state on withdrawal for each row
  when (new.member_id < 0 and new.proposal_id is not null and new.state = 'claimed' and old.state <> 'claimed')
  execute function guard_payout_address();
