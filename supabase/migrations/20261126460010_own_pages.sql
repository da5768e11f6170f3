-- Figures of posts that a person published, read in the account's own browser.

alter table public.app_settings add column read_own_pages boolean not null default false;
comment on column public.app_settings.read_own_pages is
  'Whether a daily job reads the figures of posts published by hand on their own pages, for accounts without an API.';

-- As before, and for posts published by hand where their address is known.
create or replace function private.note_figures_due() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.state = 'published' and new.account_id is not null and (not new.by_hand or new.remote_url is not null) then
    if old.state is distinct from 'published' or old.account_id is null or old.remote_url is null then
      new.figures_due := new.published_at + interval '1 hour';
    end if;
  else
    new.figures_due := null;
  end if;
  return new;
end $$;
drop trigger post_deliveries_figures_due on public.post_deliveries;
create trigger post_deliveries_figures_due before update of state, by_hand, account_id, remote_url on public.post_deliveries
  for each row execute function private.note_figures_due();

alter table public.post_deliveries disable trigger user;
update public.post_deliveries set figures_due = now()
where state = 'published' and by_hand and account_id is not null and remote_url is not null
  and published_at > now() - interval '365 days';
alter table public.post_deliveries enable trigger user;
