-- Posts that people write or change: saving one, copying one, and what the composer looks up. Each function runs with the
-- rights of its caller.

-- What kind of post these media make (shared/posts/compose.ts has the same rule).
create function private.content_type_of(media jsonb) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when jsonb_array_length($1) = 0 then 'text'
      when $1 -> 0 ->> 'kind' = 'video' then 'video'
      when jsonb_array_length($1) > 1 then 'carousel'
      else 'image'
    end
  $$;

-- A row with the fields of a post laid over it. Fields that are left out stay as they are. Errors: 22023 for fields
-- that are not known, too large, or not media.
create function private.with_post_fields(content public.generated_content, fields jsonb) returns public.generated_content
  language plpgsql stable set search_path = ''
  as $$
declare
  row public.generated_content;
begin
  if jsonb_typeof(fields) is distinct from 'object' or fields - array[
      'caption', 'hashtags', 'alternatives', 'account_versions', 'first_comment', 'as_document', 'platforms', 'account_ids', 'media'] <> '{}' then
    raise exception 'These are not the fields of a post.' using errcode = '22023';
  end if;
  -- The captions of 8 platforms and 100 accounts, and more media than any platform takes.
  if octet_length(fields::text) > 2000000 then
    raise exception 'This post is too large.' using errcode = '22023';
  end if;
  row := jsonb_populate_record(content, fields);
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

-- A post that a person wrote, with these fields (public.save_content), as it would be stored.
create function private.written_content(id uuid, fields jsonb, status text) returns public.generated_content
  language sql stable set search_path = ''
  as $$
    select private.with_post_fields(jsonb_populate_record(null::public.generated_content, jsonb_build_object(
      'id', $1, 'created_at', now(), 'updated_at', now(), 'saved_at', now(), 'status', $3, 'content_type', 'text', 'writer', 'by-hand',
      'platforms', '[]'::jsonb, 'caption', '', 'hashtags', '[]'::jsonb, 'media', '[]'::jsonb, 'alternatives', '{}'::jsonb,
      'account_versions', '{}'::jsonb, 'first_comment', '', 'sources', '[]'::jsonb)), $2)
  $$;

-- Saves a post that a person writes or changes: in place of the state that they saw (`expected`, its updated_at) and of no
-- other. Without `expected` it makes a draft under this id, which is kept until somebody deletes it. Returns { state,
-- updated_at }: 'saved', also where the post is so already, so that a call whose answer was lost can be repeated;
-- 'changed' by somebody else, and when; 'publishing' or 'published', where nothing can be changed any more; 'gone'.
create function public.save_content(content uuid, expected timestamptz, fields jsonb) returns jsonb
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
      platforms = wanted.platforms, account_ids = wanted.account_ids, media = wanted.media, media_url = wanted.media_url, content_type = wanted.content_type
    where c.id = stored.id returning c.updated_at into stored.updated_at;
  if wanted.media is distinct from stored.media then
    perform private.follow_designs(stored.media, wanted.media);
  end if;
  return jsonb_build_object('state', 'saved', 'updated_at', stored.updated_at);
end $$;

-- Copies a post to a draft under new_id, with the same words, media, platforms and accounts. Returns 'done', also where
-- new_id is there already, so that the call can be repeated; 'gone' where there is nothing to copy.
create function public.duplicate_content(content uuid, new_id uuid) returns text
  language plpgsql set search_path = ''
  as $$
begin
  insert into public.generated_content (id, project_id, template_id, template_name, content_type, platforms, account_ids, caption, hashtags,
      media_url, media, alternatives, account_versions, first_comment, as_document, sources, writer, saved_at)
    select new_id, c.project_id, c.template_id, c.template_name, c.content_type, c.platforms, c.account_ids, c.caption, c.hashtags,
      c.media_url, c.media, c.alternatives, c.account_versions, c.first_comment, c.as_document, c.sources, c.writer, now()
    from public.generated_content c where c.id = duplicate_content.content
    on conflict (id) do nothing;
  return case when exists (select from public.generated_content c where c.id = new_id) then 'done' else 'gone' end;
end $$;

-- Hashtags that begin with a prefix (with or without #, in any case) in the newest 10,000 posts: [{ hashtag, uses }], the most
-- used first, each as it was last written.
create function public.used_hashtags(prefix text default '', most integer default 20) returns jsonb
  language sql stable set search_path = ''
  as $$
    with recent as (
      select c.hashtags, c.created_at from public.generated_content c where c.hashtags <> '{}' order by c.created_at desc limit 10000
    ), counted as (
      select (array_agg(tag order by r.created_at desc))[1] as hashtag, count(*)::integer as uses
      from recent r cross join lateral unnest(r.hashtags) as tag
      where starts_with(lower(ltrim(tag, '#＃')), lower(ltrim($1, '#＃')))
      group by lower(ltrim(tag, '#＃'))
      order by uses desc, hashtag
      limit least($2, 100)
    )
    select coalesce(jsonb_agg(to_jsonb(c) order by c.uses desc, c.hashtag), '[]') from counted c
  $$;

-- The times from `since` until `until` that a new post keeps its distance from, in order: [timestamp].
create function public.taken_times(since timestamptz, until timestamptz) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(t.scheduled_time order by t.scheduled_time), '[]')
    from (select distinct p.scheduled_time from public.scheduled_posts p
      where p.scheduled_time >= $1 and p.scheduled_time < $2 and p.status not in ('cancelled', 'failed')) t
  $$;

revoke all on function private.content_type_of(jsonb), private.with_post_fields(public.generated_content, jsonb),
  private.written_content(uuid, jsonb, text) from public;
grant execute on function private.content_type_of(jsonb), private.with_post_fields(public.generated_content, jsonb),
  private.written_content(uuid, jsonb, text) to authenticated, service_role;
revoke all on function public.save_content(uuid, timestamptz, jsonb), public.duplicate_content(uuid, uuid),
  public.used_hashtags(text, integer), public.taken_times(timestamptz, timestamptz) from public, anon;
grant execute on function public.save_content(uuid, timestamptz, jsonb), public.duplicate_content(uuid, uuid),
  public.used_hashtags(text, integer), public.taken_times(timestamptz, timestamptz) to authenticated, service_role;
