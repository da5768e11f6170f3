-- What is added to the links of posts, so that the statistics of a person's website know where a visitor comes from.

-- Whether these are link tags (shared/posts/link-tags-api.ts has the same limits).
create function private.is_link_tags(tags jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(tags) = 'object'
      and tags - array['isOn', 'medium', 'campaign', 'sources', 'domains'] = '{}'
      and coalesce(jsonb_typeof(tags -> 'isOn') = 'boolean', true)
      and coalesce(jsonb_typeof(tags -> 'medium') = 'string' and char_length(tags ->> 'medium') <= 100, true)
      and coalesce(jsonb_typeof(tags -> 'campaign') = 'string' and char_length(tags ->> 'campaign') <= 200, true)
      and coalesce(jsonb_typeof(tags -> 'sources') = 'object' and (
        select coalesce(bool_and(jsonb_typeof(value) = 'string' and char_length(value #>> '{}') <= 100), true)
        from jsonb_each(case when jsonb_typeof(tags -> 'sources') = 'object' then tags -> 'sources' else '{}' end)), true)
      and coalesce(jsonb_typeof(tags -> 'domains') = 'array' and jsonb_array_length(tags -> 'domains') <= 50 and (
        select coalesce(bool_and(jsonb_typeof(value) = 'string' and char_length(value #>> '{}') <= 253), true)
        from jsonb_array_elements(case when jsonb_typeof(tags -> 'domains') = 'array' then tags -> 'domains' else '[]' end)), true)
  $$;
revoke all on function private.is_link_tags(jsonb) from public;
grant execute on function private.is_link_tags(jsonb) to authenticated, service_role;

alter table public.app_settings
  add column link_tags jsonb not null default '{}' check (private.is_link_tags(link_tags));
comment on column public.app_settings.link_tags is
  'The UTM parameters of links in posts, as { isOn, medium, campaign, sources, domains } (shared/posts/link-tags.ts). Empty: none are added.';
