-- The screens of a hosted project follow these tables through Supabase Realtime, which asks each table's policies who may
-- see a change (ui/app/shell/change-reader.ts). A backend without Realtime has no such publication, and needs none.

do $$
declare
  followed text;
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables) then return; end if;
  foreach followed in array array['app_settings', 'content_projects', 'content_style_templates', 'generated_content', 'content_bin',
    'scheduled_posts', 'post_deliveries', 'post_figures', 'post_series', 'social_accounts', 'channels', 'job_runs', 'media_details',
    'warmup_runs', 'script_runs', 'script_schedules', 'puppeteer_scripts', 'hashtag_groups', 'post_comments', 'comment_replies'] loop
    if not exists (select from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = followed)
    then execute format('alter publication supabase_realtime add table public.%I', followed); end if;
  end loop;
end $$;
