-- A linked agent works with a member's session instead of the service key (docs/guide/own-supabase.md), so members may
-- keep what only agents write. Strangers still may do nothing; webhooks' deliveries stay with owners, who say what
-- leaves the workspace.

do $$
declare
  kept text;
begin
  foreach kept in array array['post_figures', 'account_figures', 'post_comments', 'comment_replies', 'answer_reads'] loop
    execute format('create policy members_write on public.%I for all to authenticated
      using ((select private.is_member())) with check ((select private.is_member()))', kept);
    execute format('comment on policy members_write on public.%I is %L', kept, 'An agent that a member has linked keeps them.');
    execute format('grant insert, update, delete on public.%I to authenticated', kept);
  end loop;
end $$;

create policy owners_write on public.webhook_deliveries for all to authenticated
  using ((select private.is_member()) and (select private.is_owner()))
  with check ((select private.is_member()) and (select private.is_owner()));
comment on policy owners_write on public.webhook_deliveries is 'An agent that an owner has linked sends them.';
grant insert, update on public.webhook_deliveries to authenticated;

grant execute on function private.figures_bucket(timestamptz, timestamptz),
  public.record_post_figures(uuid, jsonb, timestamptz, timestamptz),
  public.record_account_figures(uuid, timestamptz, bigint, timestamptz),
  public.claim_webhook_deliveries(uuid, uuid, integer, integer, uuid, timestamptz),
  public.finish_webhook_delivery(uuid, uuid, text, double precision, integer, text, integer, timestamptz),
  public.resend_webhook_delivery(uuid, timestamptz), public.thin_webhook_log(integer, timestamptz),
  public.record_comments(uuid, jsonb, uuid, boolean, timestamptz),
  public.count_answer_reads(uuid, bigint, timestamptz),
  public.open_reply(uuid, uuid, text, timestamptz), public.claim_replies(uuid, uuid, integer, integer, timestamptz),
  public.begin_reply(uuid, uuid, timestamptz),
  public.finish_reply(uuid, uuid, text, boolean, jsonb, text, text, text, text, timestamptz, timestamptz),
  public.retry_reply(uuid, timestamptz), public.remove_reply(uuid, boolean, timestamptz),
  public.keep_reply_draft(uuid, text, timestamptz), public.thin_comments(integer, timestamptz),
  public.claim_answer_notice(timestamptz) to authenticated;

-- A linked agent compares the newest migration with its own, as one with the service key does.
create or replace function public.schema_version() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if current_setting('role', true) = 'authenticated' and not private.is_member() then return null; end if;
  return (select max(version) from supabase_migrations.schema_migrations);
end $$;
grant execute on function public.schema_version() to authenticated;
