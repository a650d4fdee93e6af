-- What a provider was asked about: its answer says nothing about more than that.
alter table screening_answer add column amount bigint;
