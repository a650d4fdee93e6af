-- Sessions that end when nobody uses them, and that their owner can see and end.

-- When it was last used: by a member with each refresh, by an operator with input at the console.
alter table session add column active_at timestamptz not null default now();
update session set active_at = rotated_at;

-- A browser's own words are a stranger's text: what is kept is its name and that of the system.
alter table session rename column agent to device;
update session set device = case
    when device ~ '\yEdg(e|A|iOS)?/' then 'Edge'
    when device ~ '\y(OPR|Opera)/' then 'Opera'
    when device ~ '\ySamsungBrowser/' then 'Samsung Internet'
    when device ~ '\y(Firefox|FxiOS)/' then 'Firefox'
    when device ~ '\y(Chrome|CriOS|Chromium|HeadlessChrome)/' then 'Chrome'
    when device ~ '\yVersion/\S+ .*Safari/' then 'Safari'
    else 'Unknown browser'
  end || case
    when device ~ '\yAndroid\y' then ' on Android'
    when device ~ '\y(iPhone|iPad|iPod)\y' then ' on iOS'
    when device ~ '\yCrOS\y' then ' on ChromeOS'
    when device ~ '\yWindows\y' then ' on Windows'
    when device ~ '\yMac OS X\y' then ' on macOS'
    when device ~ '\yLinux\y' then ' on Linux'
    else ''
  end where device is not null;

-- At the console a session lasts twelve hours.
update session set expires_at = least(expires_at, session.created_at + interval '12 hours')
from account where account.id = session.account_id and role <> 'member' and ended_at is null;

-- Tells every server at once, whoever ended it: the owner, an operator, the command line.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', old.id::text);
  return null;
end $$;
create trigger session_end_announced after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function announce_session_end();
create trigger session_removal_announced after delete on session for each row
  when (old.ended_at is null and old.expires_at > now()) execute function announce_session_end();
