/** The ids of the rows below. */
export const PROJECT = '11111111-1111-4111-8111-111111111111';
export const CONTENT = '33333333-3333-4333-8333-333333333333';
export const OTHER_CONTENT = '44444444-4444-4444-8444-444444444444';
export const POST = '55555555-5555-4555-8555-555555555555';
export const SCRIPT = '66666666-6666-4666-8666-666666666666';
export const NOBODY = '77777777-7777-4777-8777-777777777777';

/** The rows that every case starts from. */
export const SEED_SQL = `
set local synchronous_commit = off;
delete from public.content_projects; delete from public.generated_content; delete from public.puppeteer_scripts;
delete from public.app_settings; delete from public.social_accounts; delete from public.content_style_templates;
insert into public.content_projects (id, created_at, niche_name, source_url_1, source_url_2, platforms)
  values ('${PROJECT}', '2026-01-01 00:00:00.123+00', 'Bread', 'https://a.example', 'https://b.example', '{instagram}');
insert into public.generated_content (id, created_at, project_id, content_type, platforms, hashtags, caption, media) values
  ('${CONTENT}', '2026-01-02', '${PROJECT}', 'text', '{instagram,tiktok}', '{#a,#b}', 'one', '[{"path": "x"}]'),
  ('${OTHER_CONTENT}', '2026-01-03', null, 'image', '{}', '{}', 'two, "q" (p)', '[]');
insert into public.scheduled_posts (id, created_at, updated_at, content_id, scheduled_time) values
  ('${POST}', '2026-01-03', '2026-01-03', '${CONTENT}', '2026-02-01 10:00:00.5+00'),
  ('${NOBODY}', '2026-01-03', '2026-01-03', '${OTHER_CONTENT}', '2026-03-01 10:00:00+00');
insert into public.puppeteer_scripts (id, created_at, updated_at, name) values
  ('${SCRIPT}', '2026-01-03', '2026-01-03', 'A'), ('${PROJECT}', '2026-01-04', '2026-01-04', 'B'), ('${POST}', '2026-01-05', '2026-01-05', 'C');
insert into public.content_style_templates (id, created_at, name, prompt_template, day_of_week) values
  ('${PROJECT}', '2026-01-05', 'T1', 'p', 1), ('${CONTENT}', '2026-01-05', 'T2', 'p', null), ('${POST}', '2026-01-05', 'T0', 'p', 0);
insert into public.social_accounts (id, created_at, platform, account_label, last_warmup_at)
  values ('${PROJECT}', '2026-01-05', 'instagram', 'IG', '2026-01-06 00:00:00+00');
insert into public.generation_runs (id, project_id, local_day, started_at, lease_until, status, files) values
  ('${PROJECT}', '${PROJECT}', '2026-01-05', '2026-01-06', '2026-01-06', 'failed', '{a/b.png}'),
  ('${CONTENT}', '${PROJECT}', '2026-01-05', '2026-01-06', '2026-01-06', 'failed', '{}');
`;

/** Functions of every kind that PostgREST distinguishes; the workspace's own cover only a few. */
export const FUNCTIONS_SQL = `
create function public.test_raise(code text) returns void language plpgsql as $$
  begin raise exception 'said so' using errcode = code, detail = 'why', hint = 'what to do'; end $$;
create function public.test_echo(v jsonb) returns jsonb language sql as $$ select v $$;
create function public.test_add(a int, b int default 2) returns int language sql immutable as $$ select a + b $$;
create function public.test_scripts() returns setof public.puppeteer_scripts language sql stable as $$ select * from public.puppeteer_scripts order by name $$;
create function public.test_script() returns public.puppeteer_scripts language sql stable as $$ select * from public.puppeteer_scripts order by name limit 1 $$;
create function public.test_texts() returns setof text language sql stable as $$ values ('a'), ('b') $$;
create function public.test_table() returns table (n int, at timestamptz) language sql stable as $$ values (1, timestamptz '2026-01-02 03:04:05.678+00') $$;
create function public.test_nothing() returns void language sql as $$ select $$;
create function public.test_time() returns timestamptz language sql stable as $$ select timestamptz '2026-01-02 03:04:05+00' $$;
create function public.test_null() returns text language sql stable as $$ select null::text $$;
create function public.test_numbers() returns int[] language sql stable as $$ select array[1, 2] $$;
create function public.test_amounts() returns table (big bigint, exact numeric, near float8) language sql stable as $$ values (9007199254740991, 12.50, 0.1) $$;
create function public.test_count(ids uuid[]) returns int language sql stable as $$ select cardinality(ids) $$;
`;

/**
 * Tables with every relationship that PostgREST distinguishes. Two share names with tables of auth and storage.
 */
export const TABLES_SQL = `
create table public.users (username text primary key, first_name text, data jsonb, age_range int4range);
create table public.objects (id int primary key, username text references public.users, parent int references public.objects, label text);
create table public.friends (id int primary key, one text not null constraint friends_one_fkey references public.users,
  other text not null constraint friends_other_fkey references public.users);
create table public.tags (id int primary key, name text);
create table public.object_tags (object_id int references public.objects, tag_id int references public.tags, primary key (object_id, tag_id));
create table public.profiles (username text primary key references public.users, bio text default 'none yet', seen int default 7);
create table public.notes (id bigint generated by default as identity (start with 100) primary key, body jsonb, kind text default 'plain');
create function public.greeting(public.users) returns text language sql stable as $$ select 'Hello ' || $1.first_name $$;
create function public.labelled(u public.users) returns setof public.objects language sql stable as $$
  select * from public.objects where username = u.username and label is not null $$;
create function public.all_users() returns setof public.users language sql stable as $$ select * from public.users order by username $$;
create function public.objects_of(u public.users) returns setof public.objects language sql stable as $$
  select * from public.objects where username = u.username order by id $$;
create function public.take_everything(jsonb) returns jsonb language sql immutable as $$ select jsonb_build_object('got', $1) $$;
create function public.twice(a int) returns int language sql immutable as $$ select a * 2 $$;
create function public.twice(b text) returns text language sql immutable as $$ select b || b $$;
create function public.either(a int) returns int language sql immutable as $$ select a $$;
create function public.either(a text) returns text language sql immutable as $$ select a $$;
create function public.summed(variadic n int[]) returns bigint language sql immutable as $$ select sum(x) from unnest(n) x $$;
insert into public.users values ('ann', 'Ann', '{"a": {"b": "c"}}', '[1,5)'), ('bob', 'Bob', null, '[5,9)'), ('cat', 'Cat', '[1]', null);
insert into public.objects values (1, 'ann', null, 'root'), (2, 'ann', 1, null), (3, 'bob', 1, 'leaf'), (4, null, 3, 'orphan');
insert into public.friends values (1, 'ann', 'bob'), (2, 'bob', 'cat');
insert into public.tags values (1, 'red'), (2, 'blue');
insert into public.object_tags values (1, 1), (1, 2), (3, 2);
insert into public.profiles (username, bio) values ('ann', 'painter');
`;
