-- Whom members have named lately is kept with their rows: a new name, key or referral code counts the version up as well.
drop trigger versions_count on account;
create trigger versions_count after update of security_hold_until, second_factor, name, key_hash on account for each row
  when (old.security_hold_until is distinct from new.security_hold_until or old.second_factor <> new.second_factor
    or old.name <> new.name or old.key_hash <> new.key_hash)
  execute function count_version_of_balance();
create trigger versions_count after update of referral_code on member for each row
  when (old.referral_code <> new.referral_code) execute function count_version_of_balance();
