-- TREFOIL_SECRET may have several versions. What is sealed or hashed with it begins with the version it needs: four
-- bytes of a mark, six of the version. What is older has neither.
create function secret_version(made bytea) returns bytea language sql immutable parallel safe as
  $$ select case when substring(made from 1 for 4) = '\x54467631'::bytea then substring(made from 5 for 6) else ''::bytea end $$;

-- To find at once which versions are needed, and what a rotation has left to do, however many rows there are.
create index account_by_key_version on account (secret_version(key_box), id);
create index account_by_totp_version on account (secret_version(totp_box), id) where totp_box is not null;
create index recovery_code_by_version on recovery_code (secret_version(code_hash)) where used_at is null;
create index personal_key_by_version on personal_key (secret_version(key_box), account_id) where key_box is not null;

-- Refresh tokens are not stored, so the session says which version the newest one needs; null: from before versions.
alter table session add column token_version text;
