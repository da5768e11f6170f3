-- Hashtags are stored with exactly one #, whoever writes them: the screens and tools of members write the table directly.

-- Hashtags as posts keep them (shared/posts/composing.ts, parseHashtags, has the same rule): split at white space, commas
-- and semicolons, each with one # in place of those that it has (also full-width ones), each once whatever its case.
create function private.hashtags_of(tags text[]) returns text[]
  language sql immutable strict set search_path = ''
  as $$
    with names as (
      select regexp_replace(w.word, '^[#＃]+', '') as name, row_number() over (order by t.place, w.place) as place
      from unnest(tags) with ordinality as t (tag, place)
        cross join lateral regexp_split_to_table(t.tag,
          '[\s,;\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+') with ordinality as w (word, place)
    ), firsts as (
      select distinct on (lower(n.name)) n.name, n.place from names n where n.name <> '' order by lower(n.name), n.place
    )
    select coalesce(array_agg('#' || f.name order by f.place), '{}') from firsts f
  $$;

-- The same for the versions of a post: { key: { caption, hashtags } }. What has another shape stays as it is.
create function private.versions_with_hashtags(versions jsonb) returns jsonb
  language sql immutable strict set search_path = ''
  as $$
    select case when jsonb_typeof(versions) <> 'object' then versions else (
      select coalesce(jsonb_object_agg(v.key, case when jsonb_typeof(v.value -> 'hashtags') = 'array'
        then v.value || jsonb_build_object('hashtags', private.hashtags_of(array(
          select t.tag from jsonb_array_elements_text(v.value -> 'hashtags') with ordinality as t (tag, place) order by t.place)))
        else v.value end), '{}')
      from jsonb_each(versions) v) end
  $$;

create function private.note_hashtags() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.hashtags := private.hashtags_of(new.hashtags);
  new.alternatives := private.versions_with_hashtags(new.alternatives);
  new.account_versions := private.versions_with_hashtags(new.account_versions);
  return new;
end $$;
create trigger generated_content_hashtags before insert or update of hashtags, alternatives, account_versions on public.generated_content
  for each row execute function private.note_hashtags();

-- As before (20261122080010), with the hashtags as they will be stored: save_content compares the fields with the row, so
-- that a call whose answer was lost can be repeated.
create or replace function private.with_post_fields(content public.generated_content, fields jsonb) returns public.generated_content
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
  row.hashtags := private.hashtags_of(row.hashtags);
  row.alternatives := private.versions_with_hashtags(row.alternatives);
  row.account_versions := private.versions_with_hashtags(row.account_versions);
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

revoke all on function private.hashtags_of(text[]), private.versions_with_hashtags(jsonb), private.note_hashtags() from public;
grant execute on function private.hashtags_of(text[]), private.versions_with_hashtags(jsonb), private.note_hashtags()
  to authenticated, service_role;

-- Posts that were written before. What is on its way or out stays as it was sent; a copy of it gets its #.
update public.generated_content c set hashtags = private.hashtags_of(c.hashtags),
    alternatives = private.versions_with_hashtags(c.alternatives), account_versions = private.versions_with_hashtags(c.account_versions)
  where c.status <> 'published'
    and not exists (select from public.scheduled_posts p where p.content_id = c.id and p.status = 'publishing')
    and (c.hashtags, c.alternatives, c.account_versions) is distinct from
      (private.hashtags_of(c.hashtags), private.versions_with_hashtags(c.alternatives), private.versions_with_hashtags(c.account_versions));

comment on column public.channels.problem is
  'What the platform said where the person must connect again, or where it does not renew a login that still holds.';
