-- Notifications of new answers: at most as often as the settings say, over every agent and restart.

create index post_comments_untold on public.post_comments (seen_at)
  where state = 'unread' and not is_own and not is_backlog and deleted_at is null;

-- Hands out the answers that nobody was told of, the latest first, and counts them as told: none where it is not time yet by the
-- settings. Daily is from 8 in the morning, in the workspace's zone.
create function public.claim_answer_notice(at timestamptz default now())
  returns table (id uuid, kind text, author text, words text, post_id uuid)
  language plpgsql set search_path = ''
  as $$
declare
  settings public.app_settings;
  is_due boolean;
begin
  select * into settings from public.app_settings s limit 1;
  if not found or settings.answers_notify = 'never' then return; end if;
  if not exists (select from public.post_comments c
    where c.state = 'unread' and not c.is_own and not c.is_backlog and c.deleted_at is null
      and c.seen_at > coalesce(settings.answers_notified_at, '-infinity'))
  then return; end if;
  -- One agent at a time: the next sees that they were told of.
  select * into settings from public.app_settings s where s.id = settings.id for update;
  is_due := case settings.answers_notify
    when 'hours' then settings.answers_notified_at is null
      or at >= settings.answers_notified_at + make_interval(hours => settings.answers_notify_hours)
    when 'daily' then extract(hour from at at time zone settings.timezone) >= 8
      and (settings.answers_notified_at is null
        or (at at time zone settings.timezone)::date > (settings.answers_notified_at at time zone settings.timezone)::date)
    else false
  end;
  if not is_due then return; end if;
  return query
    select c.id, c.kind, coalesce(nullif(c.author_name, ''), c.author_handle), left(c.text, 200), d.scheduled_post_id
    from public.post_comments c
      join public.social_accounts a on a.id = c.account_id
      left join public.post_deliveries d on d.id = c.delivery_id
    where c.state = 'unread' and not c.is_own and not c.is_backlog and c.deleted_at is null and not c.hidden
      and c.seen_at > coalesce(settings.answers_notified_at, '-infinity')
    order by c.written_at desc, c.id desc limit 1000;
  if found then
    update public.app_settings s set answers_notified_at = at where s.id = settings.id;
  end if;
end $$;
revoke all on function public.claim_answer_notice(timestamptz) from public, anon, authenticated;
grant execute on function public.claim_answer_notice(timestamptz) to service_role;

-- Switched on again, it tells of what comes from then on.
create function private.note_answers_notified() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if old.answers_notify = 'never' and new.answers_notify <> 'never' then new.answers_notified_at := now(); end if;
  return new;
end $$;
revoke all on function private.note_answers_notified() from public;
create trigger app_settings_answers_notified before update of answers_notify on public.app_settings
  for each row execute function private.note_answers_notified();
