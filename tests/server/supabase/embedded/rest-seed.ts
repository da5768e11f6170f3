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

/** Functions of every kind that PostgREST tells apart; the workspace's own are a few of them only. */
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
