-- Models may be shown how the person writes.

alter table public.app_settings add column voice_examples text not null default 'local'
  check (voice_examples in ('off', 'local', 'all'));
comment on column public.app_settings.voice_examples is
  'Which models get the person''s own captions as examples of their voice: none, those on this machine, or every one.';

-- The captions that a person wrote for the accounts of a project: those that did better than usual first, the best
-- before the others, then the newest. [{ id, text }].
create function public.voice_examples(platforms text[], accounts uuid[], most integer default 3) returns jsonb
  language sql stable set search_path = ''
  as $$
    with places as materialized (
      select d.account_id from private.destinations($1, $2) d where d.account_id is not null
    ), scores as materialized (
      select s.delivery_id, s.success from places d cross join lateral public.post_successes(d.account_id) s
    ), written as (
      select c.id, private.text_for(c, f.account_id, f.platform) as text, f.published_at as at, s.success
      from places d join public.post_facts f on f.account_id = d.account_id
        join public.generated_content c on c.id = f.content_id
        left join scores s on s.delivery_id = f.delivery_id
      where c.writer = 'by-hand'
      union all
      select a.id, a.text, a.posted_at, null from places d join public.archived_posts a on a.account_id = d.account_id
      where not a.is_reply
    ), once as (
      select distinct on (w.id) w.* from written w where char_length(w.text) >= 40 order by w.id, w.success desc nulls last
    ), best as (
      select * from once o order by case when o.success > 1 then o.success end desc nulls last, o.at desc nulls last, o.id
      limit least(greatest($3, 1), 10)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'text', left(b.text, 2000))
      order by case when b.success > 1 then b.success end desc nulls last, b.at desc nulls last, b.id), '[]') from best b
  $$;
revoke all on function public.voice_examples(text[], uuid[], integer) from public, anon;
grant execute on function public.voice_examples(text[], uuid[], integer) to authenticated, service_role;
