-- Pages of entries get their summaries from autovacuum, once a minute at best. Until then whoever looks for the entries of
-- some journals reads all pages without one: half a million entries at 4,000 transfers a second. So whoever follows the
-- ledger summarises what came since before they read it.

-- Backwards from the end to the first range that has a summary: what that costs does not grow with the table. Only the
-- owner may summarise. While a vacuum is at work this gives way, before the vacuum would.
create function summarise_entries() returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '50ms' as $$
declare
  pages_per_range constant bigint := 8;
  range_at bigint := (pg_relation_size('entry') / current_setting('block_size')::int - 1) / pages_per_range;
begin
  while range_at >= 0 and brin_summarize_range('entry_by_journal', range_at * pages_per_range) > 0 loop
    range_at := range_at - 1;
  end loop;
exception when lock_not_available then null;
end $$;
revoke execute on function summarise_entries() from public;
grant execute on function summarise_entries() to trefoil_app;
