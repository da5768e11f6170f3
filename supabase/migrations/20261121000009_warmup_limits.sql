-- What a warm-up may do, beside the other settings: how long it takes, how many posts of the feed it looks at, how many of them it may like, and
-- between which hours of the day (in app_settings.timezone) one may start by itself. The bounds are those of shared/warmup-limits.ts.

alter table public.app_settings
  add column warmup_minutes_min integer not null default 8 check (warmup_minutes_min between 5 and 60),
  add column warmup_minutes_max integer not null default 15 check (warmup_minutes_max between 5 and 60),
  add column warmup_posts_min integer not null default 10 check (warmup_posts_min between 1 and 60),
  add column warmup_posts_max integer not null default 20 check (warmup_posts_max between 1 and 60),
  add column warmup_likes_max integer not null default 0 check (warmup_likes_max between 0 and 3),
  add column warmup_hour_start integer not null default 7 check (warmup_hour_start between 0 and 23),
  add column warmup_hour_end integer not null default 22 check (warmup_hour_end between 1 and 24),
  add constraint app_settings_warmup_minutes check (warmup_minutes_min <= warmup_minutes_max),
  add constraint app_settings_warmup_posts check (warmup_posts_min <= warmup_posts_max),
  -- Three posts take a minute at the most; more than that could not be kept together with the other limit.
  add constraint app_settings_warmup_pace check (warmup_posts_min <= 3 * warmup_minutes_min),
  add constraint app_settings_warmup_hours check (warmup_hour_start < warmup_hour_end);
