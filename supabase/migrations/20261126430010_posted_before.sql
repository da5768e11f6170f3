-- What was posted, or will be, found by its words and by its likeness.
--
-- Words are compared without case and accents, so that any language is searched in the same way; where a script has no
-- spaces, each of its signs counts as a word. Likeness is first looked for by marks: the 16 smallest hashes of a text's
-- runs of three words. Texts that share most runs share some of these, and others hardly any.

create function private.fold(words text) returns text
  language sql immutable strict parallel safe set search_path = ''
  as $$
    select regexp_replace(regexp_replace(
      replace(translate(lower(normalize(words, nfkd)), 'øłđıħ', 'oldih'), 'ß', 'ss'),
      '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]', '', 'g'),
      '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g')
  $$;

create function private.words_of(words text) returns tsvector
  language sql immutable strict parallel safe set search_path = ''
  as $$ select to_tsvector('pg_catalog.simple', left(private.fold(left(words, 20000)), 40000)) $$;

-- Without links and hashtags, which change more often than what is said.
create function private.said(words text) returns text[]
  language sql immutable strict parallel safe set search_path = ''
  as $$
    select array_remove(string_to_array(btrim(regexp_replace(
      regexp_replace(private.fold(left(words, 20000)), 'https?://\S+|#\S+', ' ', 'g'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\ufe00-\ufe0f\u2190-\u2bff\U0001f000-\U0001faff]+', ' ', 'g')), ' '), '')
  $$;

create function private.marks_of(words text) returns integer[]
  language sql immutable strict parallel safe set search_path = ''
  as $$
    select coalesce(array_agg(m.mark), '{}') from (
      select distinct hashtext(concat_ws(' ', r.word, r.second, r.third)) as mark
      from (
        select s.word, lead(s.word) over next_words as second, lead(s.word, 2) over next_words as third, s.place
        from unnest(private.said(words)) with ordinality s (word, place) window next_words as (order by s.place)
      ) r where r.third is not null or r.place = 1 order by 1 limit 16) m
  $$;

-- How alike two texts are: what their words share of all of their words, or nearly 1 where a longer one holds the other.
create function private.alikeness(a text[], b text[]) returns real
  language sql immutable strict parallel safe set search_path = ''
  as $$
    with counted as (
      select count(*) filter (where x.word is not null and y.word is not null) as common,
        count(x.word) as first, count(y.word) as second
      from (select distinct unnest(a) as word) x full join (select distinct unnest(b) as word) y on x.word = y.word
    )
    select (case
      when c.first = 0 or c.second = 0 then 0
      when least(c.first, c.second) >= 8 and c.common >= 0.85 * least(c.first, c.second)
        then greatest(c.common::real / least(c.first, c.second) - 0.1, c.common::real / (c.first + c.second - c.common))
      else c.common::real / (c.first + c.second - c.common)
    end)::real from counted c
  $$;

-- Everything that a post may say somewhere: its text, and those of single platforms and accounts.
create function private.texts_of(content public.generated_content) returns text[]
  language sql immutable set search_path = ''
  as $$
    select array(
      select distinct t.words from (
        select (content).caption as words
        union all select v.value ->> 'caption' from jsonb_each((content).alternatives) v
        union all select v.value ->> 'caption' from jsonb_each((content).account_versions) v
      ) t where t.words <> '')
  $$;

create table public.post_words (
  post_id uuid primary key references public.scheduled_posts (id) on delete cascade,
  at timestamptz not null,
  words tsvector not null check (pg_column_size(words) <= 1048576),
  marks integer[] not null check (cardinality(marks) <= 2000)
);
comment on table public.post_words is
  'What posts with a place in the timeline are found by. Written by triggers, from the post and its content.';
comment on column public.post_words.marks is 'What texts that are nearly the same have in common (private.marks_of).';
create index post_words_words on public.post_words using gin (words);
create index post_words_marks on public.post_words using gin (marks);
create index post_words_at on public.post_words (at desc);

alter table public.post_words enable row level security;
create policy members_read on public.post_words for select to authenticated using ((select private.is_member()));
comment on policy members_read on public.post_words is 'Members search what was posted; triggers write it.';
revoke all on public.post_words from anon, authenticated;
grant select on public.post_words to authenticated;
grant select, insert, update, delete on public.post_words to service_role;

create function private.words_of_content(content public.generated_content, out words tsvector, out marks integer[])
  language sql stable set search_path = ''
  as $$
    select private.words_of(array_to_string(t.texts || (content).hashtags || (content).first_comment, E'\n')),
      (array(select distinct unnest(private.marks_of(one)) from unnest(t.texts) one))[1:2000]
    from (select private.texts_of(content) as texts) t
  $$;

create function private.note_words_of_post() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.post_words (post_id, at, words, marks)
    select new.id, new.scheduled_time, w.words, w.marks
    from public.generated_content c cross join lateral private.words_of_content(c) w where c.id = new.content_id
  on conflict (post_id) do update set at = excluded.at, words = excluded.words, marks = excluded.marks;
  return null;
end $$;
create trigger scheduled_posts_words after insert or update of scheduled_time, content_id on public.scheduled_posts
  for each row execute function private.note_words_of_post();

create function private.note_words_of_content() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.post_words w set words = n.words, marks = n.marks
  from public.scheduled_posts p cross join lateral private.words_of_content(new) n
  where p.content_id = new.id and w.post_id = p.id;
  return null;
end $$;
create trigger generated_content_words
  after update of caption, hashtags, alternatives, account_versions, first_comment on public.generated_content
  for each row when ((old.caption, old.hashtags, old.alternatives, old.account_versions, old.first_comment)
    is distinct from (new.caption, new.hashtags, new.alternatives, new.account_versions, new.first_comment))
  execute function private.note_words_of_content();

insert into public.post_words (post_id, at, words, marks)
select p.id, p.scheduled_time, w.words, w.marks
from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
  cross join lateral private.words_of_content(c) w;

create function private.lexeme(word text) returns text
  language sql immutable strict set search_path = ''
  as $$ select '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''' $$;

-- What people type: each word is to be there, or one that begins with it. Null where there is no word.
create function private.search_query(wanted text) returns tsquery
  language sql stable set search_path = ''
  as $$
    select string_agg(private.lexeme(l.word) || case when length(l.word) > 2 then ':*' else '' end, ' & ')::tsquery
    from (select distinct unnest(tsvector_to_array(private.words_of(left(wanted, 500)))) as word limit 20) l
  $$;

-- Where a post went, the newest first; or where it will go, while nothing of it is out.
create function private.places_of(post public.scheduled_posts) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(
      (select jsonb_agg(jsonb_build_object('deliveryId', d.id, 'platform', d.platform, 'accountId', d.account_id,
          'account', coalesce(a.account_label, d.account_label), 'at', coalesce(d.published_at, (post).scheduled_time),
          'url', d.remote_url, 'figures', d.figures) order by d.published_at desc, d.platform)
        from public.post_deliveries d left join public.social_accounts a on a.id = d.account_id
        where d.scheduled_post_id = (post).id and d.state = 'published'),
      (select jsonb_agg(jsonb_build_object('deliveryId', null, 'platform', d.platform, 'accountId', d.account_id,
          'account', a.account_label, 'at', (post).scheduled_time, 'url', null, 'figures', null) order by d.platform, a.account_label)
        from public.generated_content c cross join lateral private.destinations(c.platforms, c.account_ids) d
          left join public.social_accounts a on a.id = d.account_id
        where c.id = (post).content_id),
      '[]')
  $$;

-- The posts that went, or will go, to an account or, without one, to a platform.
create function private.posts_at(account uuid, platform text) returns setof uuid
  language sql stable rows 5000 set search_path = ''
  as $$
    select d.scheduled_post_id from public.post_deliveries d
    where ($1 is null or d.account_id = $1) and ($2 is null or d.platform = $2)
    union all
    select p.id from public.scheduled_posts p join public.generated_content c on c.id = p.content_id
    where p.status = 'scheduled' and case
      when $1 is null then c.platforms @> array[$2]
      when c.account_ids is not null then $1 = any (c.account_ids)
      else exists (select from public.social_accounts a where a.id = $1 and c.platforms @> array[a.platform]
        and exists (select from private.destinations(array[a.platform], null) d where d.account_id = $1))
    end
  $$;

-- What a post says there: the account's own text, else the platform's, else the text for all.
create function private.text_for(content public.generated_content, account uuid, platform text) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce((content).account_versions -> account::text ->> 'caption',
      (content).alternatives -> coalesce(platform, (select a.platform from public.social_accounts a where a.id = account)) ->> 'caption',
      (content).caption)
  $$;

create function private.posted_before(post uuid, account uuid, platform text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', c.id, 'postId', p.id, 'at', p.scheduled_time, 'isOut', p.status = 'published',
      'text', left(private.text_for(c, account, platform), 2000), 'places', private.places_of(p))
    from public.scheduled_posts p join public.generated_content c on c.id = p.content_id where p.id = post
  $$;

-- The functions below are planned for each question: how rare its words are decides which index is read.

-- Posts with these words, the best first: of the newest 1,000 with all of them, those in which they stand together. Each
-- as in shared/memory/memory.ts.
create function public.find_posted(
  query text, account uuid default null, platform text default null, before timestamptz default null, most integer default 20
) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
declare
  wanted tsquery := private.search_query(query);
begin
  return (
    with found as materialized (
      select w.post_id, w.at, w.words
      from public.post_words w join public.scheduled_posts p on p.id = w.post_id
      where w.words @@ wanted and ($4 is null or w.at < $4) and p.status not in ('cancelled', 'failed')
        and ($2 is null and $3 is null or w.post_id in (select private.posts_at($2, $3)))
      order by w.at desc limit 1000
    ), best as (
      select f.post_id, f.at, ts_rank_cd(f.words, wanted) as rank from found f
      order by rank desc, f.at desc, f.post_id limit least(greatest($5, 1), 50)
    )
    select coalesce(jsonb_agg(private.posted_before(b.post_id, $2, $3) order by b.rank desc, b.at desc, b.post_id), '[]') from best b);
end $$;

-- The posts whose text is nearly this one, the most alike first: what went, or will go, to the account or, without one, to
-- the platform. Not the content itself, nor another of its series, which is meant to repeat.
create function public.near_duplicates(
  wanted text, account uuid default null, platform text default null, other_than uuid default null, most integer default 3
) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
declare
  said_now text[] := private.said(wanted);
  marks_now integer[] := private.marks_of(wanted);
  series uuid := (select c.series_id from public.generated_content c where c.id = other_than);
begin
  if cardinality(said_now) < 3 then
    return '[]';
  end if;
  return (
    with marked as materialized (
      select w.post_id, w.at, w.marks from public.post_words w where w.marks && marks_now order by w.at desc limit 2000
    ), likely as materialized (
      select m.post_id, m.at from marked m
      order by cardinality(array(select unnest(m.marks) intersect select unnest(marks_now))) desc, m.at desc limit 50
    ), alike as (
      select l.post_id, l.at, case when $2 is null and $3 is null
          then (select max(private.alikeness(said_now, private.said(one))) from unnest(private.texts_of(c)) one)
          else private.alikeness(said_now, private.said(private.text_for(c, $2, $3))) end as likeness
      from likely l join public.scheduled_posts p on p.id = l.post_id join public.generated_content c on c.id = p.content_id
      where p.status not in ('cancelled', 'failed') and c.id is distinct from $4 and (series is null or c.series_id is distinct from series)
        and ($2 is null and $3 is null or exists (select from public.post_deliveries d where d.scheduled_post_id = p.id
            and ($2 is null or d.account_id = $2) and ($3 is null or d.platform = $3))
          or p.status = 'scheduled' and exists (select from private.destinations(c.platforms, c.account_ids) d
            where ($2 is null or d.account_id = $2) and ($3 is null or d.platform = $3)))
    ), near as (
      select * from alike where likeness >= case when cardinality(said_now) < 5 then 1 else 0.6 end
      order by likeness desc, at desc limit least(greatest($5, 1), 20)
    )
    select coalesce(jsonb_agg(private.posted_before(n.post_id, $2, $3) || jsonb_build_object('likeness', n.likeness)
      order by n.likeness desc, n.at desc), '[]') from near n);
end $$;

-- Posts that speak of the same, for whom writes this text: near duplicates, and of the newest 300 with some of its eight
-- longest words those that share most of them.
create function public.similar_posts(
  wanted text, account uuid default null, platform text default null, other_than uuid default null, most integer default 5
) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
declare
  near jsonb := public.near_duplicates(wanted, account, platform, other_than, most);
  telling text[] := array(
    select w.word from (select distinct unnest(private.said(wanted)) as word) w
    where length(w.word) between 4 and 100 or ascii(w.word) >= 3584 order by length(w.word) desc, w.word limit 8);
  any_of tsquery := (select string_agg(private.lexeme(word), ' | ')::tsquery from unnest(telling) word);
  rest integer := least(greatest(most, 1), 20) - jsonb_array_length(near);
begin
  if rest <= 0 or cardinality(telling) < 2 then
    return near;
  end if;
  return near || (
    with found as materialized (
      select w.post_id, w.at, w.words, p.content_id
      from public.post_words w join public.scheduled_posts p on p.id = w.post_id
      where w.words @@ any_of and p.status not in ('cancelled', 'failed') and p.content_id is distinct from $4
        and ($2 is null and $3 is null or w.post_id in (select private.posts_at($2, $3)))
      order by w.at desc limit 300
    ), counted as (
      select f.*, cardinality(array(select unnest(telling) intersect select unnest(tsvector_to_array(f.words)))) as shared from found f
    ), once as (
      select distinct on (c.content_id) c.* from counted c
      where c.shared >= 2 and c.shared * 3 >= cardinality(telling)
        and not near @> jsonb_build_array(jsonb_build_object('id', c.content_id))
      order by c.content_id, c.at desc
    ), chosen as (
      select * from once order by shared desc, at desc limit rest
    )
    select coalesce(jsonb_agg(private.posted_before(s.post_id, $2, $3) order by s.shared desc, s.at desc), '[]') from chosen s);
end $$;

revoke all on function private.fold(text), private.words_of(text), private.said(text), private.marks_of(text), private.alikeness(text[], text[]),
  private.texts_of(public.generated_content), private.words_of_content(public.generated_content), private.note_words_of_post(),
  private.note_words_of_content(), private.lexeme(text), private.search_query(text), private.places_of(public.scheduled_posts),
  private.posts_at(uuid, text), private.text_for(public.generated_content, uuid, text),
  private.posted_before(uuid, uuid, text) from public;
grant execute on function private.fold(text), private.words_of(text), private.said(text), private.marks_of(text), private.alikeness(text[], text[]),
  private.texts_of(public.generated_content), private.lexeme(text), private.search_query(text), private.places_of(public.scheduled_posts),
  private.posts_at(uuid, text), private.text_for(public.generated_content, uuid, text),
  private.posted_before(uuid, uuid, text) to authenticated, service_role;
revoke all on function public.find_posted(text, uuid, text, timestamptz, integer), public.near_duplicates(text, uuid, text, uuid, integer),
  public.similar_posts(text, uuid, text, uuid, integer) from public, anon;
grant execute on function public.find_posted(text, uuid, text, timestamptz, integer), public.near_duplicates(text, uuid, text, uuid, integer),
  public.similar_posts(text, uuid, text, uuid, integer) to authenticated, service_role;
