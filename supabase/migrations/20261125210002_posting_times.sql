-- Times of the week that a person chose for posts, instead of an even spread over the posting hours.

alter table public.app_settings add column posting_times integer[] not null default '{}' check (
  cardinality(posting_times) <= 140
  and array_position(posting_times, null) is null
  and 0 <= all (posting_times)
  and 10080 > all (posting_times)
);
comment on column public.app_settings.posting_times is
  'The times at which posts are planned, as minutes of the local week from Sunday 00:00. Empty: spread evenly over the posting hours.';
