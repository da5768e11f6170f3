-- Written by `npm run platforms`.

create or replace function private.is_platform_list(ids text[]) returns boolean
  language sql immutable
  as $$ select ids <@ array['instagram', 'facebook', 'tiktok', 'youtube_shorts', 'twitter', 'linkedin', 'bluesky', 'mastodon', 'threads', 'telegram', 'discord', 'pinterest']::text[] $$;
