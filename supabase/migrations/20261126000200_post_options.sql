-- What a person chooses for a post on each platform (shared/platforms/options.ts), and what an account has by default.

-- Whether these are values of one platform's options by name: switches, texts and lists of texts. What each platform
-- offers, and what is too long for it, is checked before publishing: a text may be stored while it is written.
create function private.are_option_values("values" jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(jsonb_typeof($1) = 'object' and octet_length($1::text) <= 65536 and not exists (
      select from jsonb_each(case when jsonb_typeof($1) = 'object' then $1 else '{}' end) as o (name, value)
      where o.name !~ '^[a-zA-Z0-9]{1,100}$' or jsonb_typeof(o.value) not in ('boolean', 'string', 'array')
        or (jsonb_typeof(o.value) = 'array' and jsonb_path_exists(o.value, 'strict $[*] ? (@.type() != "string")'))), false)
  $$;

-- Whether these are a post's options: { platform: { name: value } }.
create function private.are_post_options(options jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(jsonb_typeof($1) = 'object' and octet_length($1::text) <= 262144 and not exists (
      select from jsonb_each(case when jsonb_typeof($1) = 'object' then $1 else '{}' end) as p (platform, chosen)
      where not private.is_platform_list(array[p.platform]) or not private.are_option_values(p.chosen)), false)
  $$;

revoke all on function private.are_option_values(jsonb), private.are_post_options(jsonb) from public;
grant execute on function private.are_option_values(jsonb), private.are_post_options(jsonb) to authenticated, service_role;

alter table public.generated_content
  add column options jsonb not null default '{}' constraint generated_content_options check (private.are_post_options(options));
comment on column public.generated_content.options is
  'What was chosen for this post on each platform, { platform: { name: value } }; absent values are the account''s. An empty text or list stands for none.';

-- What an earlier version deleted, and is put back, has none.
create function private.keep_options() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.options := '{}';
  return new;
end $$;
revoke all on function private.keep_options() from public;
create trigger generated_content_options before insert on public.generated_content
  for each row when (new.options is null) execute function private.keep_options();

alter table public.social_accounts
  add column posting_defaults jsonb constraint social_accounts_posting_defaults
    check (posting_defaults is null or private.are_option_values(posting_defaults));
comment on column public.social_accounts.posting_defaults is
  'The options of its posts that say nothing else, { name: value }. Null: those of the platform.';

-- Posts of an account whose defaults change are checked again.
create function private.follow_posting_defaults() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  update public.scheduled_posts set checked_at = null where id in (
    select p.id from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
    where p.status = 'scheduled' and p.checked_at is not null and p.scheduled_time < now() + interval '30 days'
      and c.platforms @> array[new.platform] and (c.account_ids is null or new.id = any (c.account_ids))
    order by p.id for update of p);
  return null;
end $$;
revoke all on function private.follow_posting_defaults() from public;
create trigger social_accounts_posting_defaults after update on public.social_accounts
  for each row when (new.posting_defaults is distinct from old.posting_defaults) execute function private.follow_posting_defaults();

-- As before (20261124080009), with the options.
create or replace function private.with_post_fields(content public.generated_content, fields jsonb) returns public.generated_content
  language plpgsql stable set search_path = ''
  as $$
declare
  row public.generated_content;
begin
  if jsonb_typeof(fields) is distinct from 'object' or fields - array[
      'caption', 'hashtags', 'alternatives', 'account_versions', 'first_comment', 'as_document', 'link_card', 'options', 'platforms', 'account_ids', 'media'] <> '{}' then
    raise exception 'These are not the fields of a post.' using errcode = '22023';
  end if;
  -- The captions of 8 platforms and 100 accounts, and more media than any platform takes.
  if octet_length(fields::text) > 2000000 then
    raise exception 'This post is too large.' using errcode = '22023';
  end if;
  row := jsonb_populate_record(content, fields);
  row.hashtags := private.hashtags_of(row.hashtags);
  row.alternatives := private.versions_with_hashtags(row.alternatives);
  row.account_versions := private.versions_with_hashtags(row.account_versions);
  if not private.is_link_card(row.link_card) then
    raise exception 'This is not the card of a link.' using errcode = '22023';
  end if;
  row.options := coalesce(row.options, '{}');
  if not private.are_post_options(row.options) then
    raise exception 'These are not the options of a post.' using errcode = '22023';
  end if;
  if fields ? 'media' then
    if jsonb_typeof(row.media) <> 'array' or exists (
        select from jsonb_array_elements(row.media) as item
        where item ->> 'kind' not in ('image', 'video') or jsonb_typeof(item -> 'url') is distinct from 'string'
          or jsonb_typeof(item -> 'path') is distinct from 'string' or jsonb_typeof(item -> 'kind') is distinct from 'string') then
      raise exception 'These are not the media of a post.' using errcode = '22023';
    end if;
    row.media_url := row.media -> 0 ->> 'url';
    row.content_type := private.content_type_of(row.media);
  end if;
  return row;
end $$;

-- As before (20261124080009), with the options.
create or replace function public.save_content(content uuid, expected timestamptz, fields jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
declare
  stored public.generated_content;
  wanted public.generated_content;
begin
  select * into stored from public.generated_content c where c.id = save_content.content for update;
  if not found and expected is null and not exists (select from public.content_bin b where b.id = save_content.content) then
    wanted := private.written_content(content, fields, 'draft');
    insert into public.generated_content select wanted.* on conflict (id) do nothing;
    if found then
      return jsonb_build_object('state', 'saved', 'updated_at', wanted.updated_at);
    end if;
    -- The same call came twice at once.
    select * into stored from public.generated_content c where c.id = save_content.content for update;
  end if;
  if stored.id is null then
    return jsonb_build_object('state', 'gone');
  end if;
  wanted := private.with_post_fields(stored, fields);
  if wanted is not distinct from stored then
    return jsonb_build_object('state', 'saved', 'updated_at', stored.updated_at);
  end if;
  if exists (select from public.scheduled_posts p where p.content_id = stored.id and p.status = 'publishing') then
    return jsonb_build_object('state', 'publishing');
  end if;
  if stored.status = 'published' then
    return jsonb_build_object('state', 'published');
  end if;
  if stored.updated_at is distinct from expected then
    return jsonb_build_object('state', 'changed', 'updated_at', stored.updated_at);
  end if;
  update public.generated_content c set caption = wanted.caption, hashtags = wanted.hashtags, alternatives = wanted.alternatives,
      account_versions = wanted.account_versions, first_comment = wanted.first_comment, as_document = wanted.as_document,
      link_card = wanted.link_card, options = wanted.options,
      platforms = wanted.platforms, account_ids = wanted.account_ids, media = wanted.media, media_url = wanted.media_url, content_type = wanted.content_type
    where c.id = stored.id returning c.updated_at into stored.updated_at;
  if wanted.media is distinct from stored.media then
    perform private.follow_designs(stored.media, wanted.media);
  end if;
  return jsonb_build_object('state', 'saved', 'updated_at', stored.updated_at);
end $$;

-- As before (20261124080009), with the options.
create or replace function public.duplicate_content(content uuid, new_id uuid) returns text
  language plpgsql set search_path = ''
  as $$
begin
  insert into public.generated_content (id, project_id, template_id, template_name, content_type, platforms, account_ids, caption, hashtags,
      media_url, media, alternatives, account_versions, first_comment, as_document, link_card, options, sources, writer, saved_at)
    select new_id, c.project_id, c.template_id, c.template_name, c.content_type, c.platforms, c.account_ids, c.caption, c.hashtags,
      c.media_url, c.media, c.alternatives, c.account_versions, c.first_comment, c.as_document, c.link_card, c.options, c.sources, c.writer, now()
    from public.generated_content c where c.id = duplicate_content.content
    on conflict (id) do nothing;
  return case when exists (select from public.generated_content c where c.id = new_id) then 'done' else 'gone' end;
end $$;

-- As before (20261124080009), with the options.
create or replace function public.start_series(series uuid, content uuid, texts text[], rule jsonb, next_on date) returns text
  language plpgsql set search_path = ''
  as $$
declare
  post public.generated_content;
begin
  select * into post from public.generated_content c where c.id = start_series.content for update;
  if exists (select from public.post_series s where s.id = series) then
    return 'done';
  elsif post.id is null then
    return 'gone';
  elsif exists (select from public.post_series s where s.id = post.series_id and s.stopped_at is null) then
    return 'series';
  end if;
  insert into public.post_series (id, content, texts, rule, next_on)
    values (series, jsonb_build_object('caption', post.caption, 'hashtags', post.hashtags, 'alternatives', post.alternatives,
      'account_versions', post.account_versions, 'first_comment', post.first_comment, 'as_document', post.as_document, 'link_card', post.link_card, 'options', post.options, 'platforms', post.platforms,
      'account_ids', post.account_ids, 'media', post.media), start_series.texts, start_series.rule, start_series.next_on);
  update public.generated_content c set series_id = series where c.id = start_series.content;
  return 'done';
end $$;

-- As before (20261124080009), with the options.
drop trigger generated_content_outgoing on public.generated_content;
create trigger generated_content_outgoing before update on public.generated_content
  for each row when (
    (new.caption, new.hashtags, new.platforms, new.account_ids, new.media, new.media_url, new.alternatives, new.account_versions, new.first_comment, new.as_document, new.link_card, new.options)
    is distinct from
    (old.caption, old.hashtags, old.platforms, old.account_ids, old.media, old.media_url, old.alternatives, old.account_versions, old.first_comment, old.as_document, old.link_card, old.options))
  execute function private.keep_outgoing_content();
