import { CONTENT, NOBODY, OTHER_CONTENT, POST, PROJECT, SCRIPT } from './seed.ts';

/** A request to /rest/v1: method, path and query, then body and headers. */
export type RestCase = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

export const ROWS = { prefer: 'return=representation' };
export const ONE = { accept: 'application/vnd.pgrst.object+json' };
type Headers = Record<string, string>;
export const get = (path: string, headers: Headers = {}): RestCase => ({ method: 'GET', path, headers });
const head = (path: string, count: string): RestCase => ({
  method: 'HEAD',
  path,
  headers: { prefer: `count=${count}` },
});
export const post = (path: string, body: unknown, headers: Headers = {}): RestCase => ({
  method: 'POST',
  path,
  body,
  headers,
});
const patch = (path: string, body: unknown, headers: Headers = {}): RestCase => ({
  method: 'PATCH',
  path,
  body,
  headers,
});
const remove = (path: string, headers: Headers = {}): RestCase => ({ method: 'DELETE', path, headers });
const call = (name: string, args: unknown = {}, query = '', headers: Headers = {}) =>
  post(`rpc/${name}${query}`, args, headers);

/**
 * What the app asks of the REST interface (§7), what it may ask besides, and what goes wrong. Answered by both just as
 * PostgREST does.
 */
export const CASES: Record<string, RestCase> = {
  'all rows, newest first': get('puppeteer_scripts?select=*&order=created_at.desc'),
  'a page of rows': get('puppeteer_scripts?select=*&order=created_at.desc&limit=2&offset=1'),
  'a range of rows': get('puppeteer_scripts?select=id&order=name', { range: '0-1', 'range-unit': 'items' }),
  'a page with its count': get('puppeteer_scripts?select=id&order=name&limit=1', { prefer: 'count=exact' }),
  'a page of rows with what is embedded in them': get(
    'generated_content?select=caption,content_projects(niche_name),scheduled_posts(status)&order=caption.desc,id&limit=2&offset=1',
    { prefer: 'count=exact' },
  ),
  'a page past the end': get('puppeteer_scripts?select=id&offset=10', { prefer: 'count=exact' }),
  'a count by HEAD': head('puppeteer_scripts?select=id', 'exact'),
  'a count of nothing': head('app_settings?select=id', 'exact'),
  'one row': get(`puppeteer_scripts?select=*&id=eq.${SCRIPT}`, ONE),
  'posts with their content': get('scheduled_posts?select=*,generated_content(*)&order=scheduled_time.asc'),
  'two levels of embedding, renamed': get(
    'scheduled_posts?select=id,content:content_id(caption,project:content_projects(niche_name))&order=scheduled_time.asc',
  ),
  'a filter on what is embedded': get(
    'scheduled_posts?select=id,generated_content!inner(caption)&generated_content.caption=eq.one',
  ),
  'the many of one': get('generated_content?select=id,scheduled_posts(scheduled_time)&order=created_at'),
  'the many, ordered and limited': get(
    'content_projects?select=id,generated_content(caption)&generated_content.order=caption.desc&generated_content.limit=1',
  ),
  'spread columns': get('scheduled_posts?select=id,...generated_content(caption,created_at)&order=scheduled_time.asc'),
  'nulls last by default': get('content_style_templates?select=name&order=day_of_week.asc'),
  'nulls first on request': get('content_style_templates?select=name&order=day_of_week.asc.nullsfirst'),
  'nulls first when descending': get('content_style_templates?select=name&order=day_of_week.desc'),
  in: get('content_style_templates?select=name&name=in.(T1,T0)&order=name'),
  'in, with quotes': get('generated_content?select=id&caption=in.("two, \\"q\\" (p)")'),
  'not in': get('generated_content?select=id&caption=not.in.(one)'),
  'gte and lt': get(
    'generated_content?select=id&created_at=gte.2026-01-02T00:00:00Z&created_at=lt.2026-01-03T00:00:00Z',
  ),
  'lt twice on one column': get(
    'generated_content?select=id&created_at=lt.2026-01-03T00:00:00Z&created_at=lt.2026-01-02T00:00:00Z&order=id',
  ),
  'neq twice on one column': get('content_style_templates?select=name&name=neq.T0&name=neq.T1&order=name'),
  'in twice on one column': get('content_style_templates?select=name&name=in.(T0,T1)&name=in.(T1,T2)&order=name'),
  'a text with commas and quotes twice': get(
    'generated_content?select=id&caption=neq.two, "q" (p)&caption=neq.one&order=id',
  ),
  'contains twice': get('generated_content?select=id&platforms=cs.{instagram}&platforms=cs.{tiktok}&order=id'),
  'or twice': get(
    'generated_content?select=id&or=(caption.eq.one,project_id.is.null)&or=(content_type.eq.text,caption.eq.one)&order=id',
  ),
  'is null': get('generated_content?select=id&project_id=is.null'),
  'is not null': get('generated_content?select=id&project_id=not.is.null'),
  'is true': get('content_style_templates?select=name&is_active=is.true&order=name'),
  or: get('generated_content?select=id&or=(caption.eq.one,project_id.is.null)&order=id'),
  'and with or': get(
    'generated_content?select=id&and=(caption.eq.one,or(project_id.is.null,content_type.eq.text))&order=id',
  ),
  ilike: get('generated_content?select=id&caption=ilike.*ONE*'),
  'like any': get('generated_content?select=id&caption=like(any).{one*,two*}&order=id'),
  'full text search': get('generated_content?select=id&caption=fts.one'),
  'an array that contains': get('generated_content?select=id&platforms=cs.{instagram}'),
  'an array that contains nothing': get('generated_content?select=id&platforms=cs.{}&order=id'),
  'an array within': get('generated_content?select=id&platforms=cd.{instagram,tiktok,facebook}&order=id'),
  'an array that overlaps': get('generated_content?select=id&platforms=ov.{tiktok}'),
  'an empty array': get('generated_content?select=id&platforms=eq.{}'),
  'no empty array': get('generation_runs?select=id&files=not.eq.{}'),
  'an empty object': get('generated_content?select=id&alternatives=eq.{}&order=id'),
  'JSON that contains': get('generated_content?select=id&media=cs.[{"path":"x"}]'),
  'inside JSON': get('generated_content?select=id,p:media->0->>path&media->0->>path=eq.x'),
  'a cast': get('content_style_templates?select=name,d:day_of_week::text&order=name'),
  CSV: get('content_style_templates?select=name,day_of_week&order=name', { accept: 'text/csv' }),
  'an id that is no uuid': get('generated_content?select=id&id=eq.nope'),
  'a filter that is no number': get('content_style_templates?select=id&day_of_week=eq.x'),
  'a filter that is no time': get('generated_content?select=id&created_at=gt.x'),
  'an unknown relation': get('puppeteer_scripts?select=*,nope(*)'),
  'an unknown column selected': get('puppeteer_scripts?select=nope'),
  'an unknown column filtered': get('puppeteer_scripts?nope=eq.1'),
  'an unknown column ordered': get('puppeteer_scripts?order=nope.asc'),
  insert: post('puppeteer_scripts', { name: 'X', code: 'y' }),
  'insert several': post('puppeteer_scripts?select=name,code', [{ name: 'X', code: 'y' }], ROWS),
  'insert and return': post(
    'social_accounts?select=*',
    { platform: 'tiktok', account_label: 'L', is_logged_in: false },
    { ...ROWS, ...ONE },
  ),
  'insert a default row': post('app_settings?select=*', {}, { ...ROWS, ...ONE }),
  'insert a list of a default row': post('app_settings?select=*', [{}], ROWS),
  'insert two default rows': post('app_settings', [{}, {}]),
  'insert an empty row that must not be': post('puppeteer_scripts', {}),
  'insert nothing': post('puppeteer_scripts?select=*', [], ROWS),
  'insert and return with its content': post(
    'scheduled_posts?select=*,generated_content(*)',
    { content_id: OTHER_CONTENT, scheduled_time: '2026-05-01T00:00:00Z' },
    { ...ROWS, ...ONE },
  ),
  'insert rows of unlike keys': post(
    'puppeteer_scripts?columns="name","code"&select=name,code',
    [{ name: 'X', code: 'y' }, { name: 'Z' }],
    ROWS,
  ),
  'insert rows of unlike keys, with defaults': post(
    'puppeteer_scripts?columns="name","code"&select=name,code',
    [{ name: 'X', code: 'y' }, { name: 'Z' }],
    { prefer: 'return=representation,missing=default' },
  ),
  'insert nulls for what is left out': post(
    'content_style_templates?columns="name","prompt_template","day_of_week"&select=name,day_of_week',
    [
      { name: 'X', prompt_template: 'p', day_of_week: 2 },
      { name: 'Z', prompt_template: 'q' },
    ],
    ROWS,
  ),
  'insert rows of unlike keys without columns': post('puppeteer_scripts', [{ name: 'X', code: 'y' }, { name: 'Z' }]),
  'insert arrays and JSON': post(
    'generated_content?select=media,alternatives,hashtags,platforms',
    {
      content_type: 'text',
      media: [{ path: 'a"b' }],
      alternatives: { instagram: { caption: 'x' } },
      hashtags: ['#a,b', '"q"'],
      platforms: [],
    },
    ROWS,
  ),
  upsert: post(
    'puppeteer_scripts?select=id,name',
    { id: SCRIPT, name: 'UP' },
    { prefer: 'return=representation,resolution=merge-duplicates' },
  ),
  'upsert several': post(
    'puppeteer_scripts?on_conflict=id&select=id,name',
    [
      { id: SCRIPT, name: 'UP' },
      { id: CONTENT, name: 'NEW' },
    ],
    { prefer: 'return=representation,resolution=merge-duplicates' },
  ),
  'upsert, keeping what is there': post(
    'puppeteer_scripts?on_conflict=id&select=id,name',
    [{ id: SCRIPT, name: 'UP' }],
    {
      prefer: 'return=representation,resolution=ignore-duplicates',
    },
  ),
  update: patch(`puppeteer_scripts?id=eq.${SCRIPT}`, { name: 'Q' }),
  'update and return': patch(`puppeteer_scripts?id=eq.${SCRIPT}&select=id,name`, { name: 'Q' }, ROWS),
  'update what is not there': patch(`puppeteer_scripts?id=eq.${NOBODY}`, { name: 'Q' }),
  'update and return with its content': patch(
    `scheduled_posts?id=eq.${POST}&select=status,generated_content(caption)`,
    { status: 'cancelled' },
    { ...ROWS, ...ONE },
  ),
  'update away from the filter': patch(
    `scheduled_posts?id=eq.${POST}&status=eq.scheduled&select=status,generated_content(caption)`,
    { status: 'cancelled' },
    ROWS,
  ),
  'update arrays': patch(
    `generated_content?id=eq.${CONTENT}&select=platforms,hashtags`,
    { platforms: [], hashtags: ['a b', '{c}'] },
    ROWS,
  ),
  'update to null': patch(`content_style_templates?id=eq.${PROJECT}&select=day_of_week`, { day_of_week: null }, ROWS),
  delete: remove(`puppeteer_scripts?id=eq.${SCRIPT}`),
  'delete with two bounds on one side': remove(`puppeteer_scripts?name=neq.A&name=neq.B&select=name`, ROWS),
  'delete and return': remove(`puppeteer_scripts?id=eq.${SCRIPT}&select=id`, ROWS),
  'delete and return with its content': remove(`scheduled_posts?id=eq.${POST}&select=id,generated_content(caption)`, {
    ...ROWS,
    ...ONE,
  }),
  'delete what is not there': remove(`puppeteer_scripts?id=eq.${NOBODY}`),
  'delete and count': remove(`puppeteer_scripts?id=in.(${SCRIPT},${PROJECT})`, { prefer: 'count=exact' }),
  'a duplicate (23505)': post(
    'social_accounts?select=*',
    { platform: 'instagram', account_label: 'ig' },
    { ...ROWS, ...ONE },
  ),
  'a value out of bounds (23514)': post('content_style_templates', { name: 'x', prompt_template: 'p', day_of_week: 9 }),
  'a reference to nothing (23503)': post('scheduled_posts', { content_id: PROJECT, scheduled_time: '2026-01-01' }),
  'a value missing (23502)': post('puppeteer_scripts', { code: 'p' }),
  'a body with a bad uuid (22P02)': post('scheduled_posts', { content_id: 'x', scheduled_time: '2026-01-01' }),
  'a body with a bad time (22007)': post('scheduled_posts', { content_id: CONTENT, scheduled_time: 'when' }),
  'a body with a bad array (22P02)': post('generated_content', { content_type: 'text', platforms: 'instagram' }),
  'a table that may not be written (42501)': post('members', { user_id: PROJECT }),
  'malformed JSON': post('puppeteer_scripts', '{"name":'),
  'an empty body': post('puppeteer_scripts', ''),
  'JSON to a function: object': call('test_echo', { v: { a: [1, { b: 'c' }] } }),
  'JSON to a function: array': call('test_echo', { v: [1, 2] }),
  'JSON to a function: text': call('test_echo', { v: 'text' }),
  'JSON to a function: text like JSON': call('test_echo', { v: '[1]' }),
  'JSON to a function: number': call('test_echo', { v: 5 }),
  'JSON to a function: null': call('test_echo', { v: null }),
  'a function with a default': call('test_add', { a: 1 }),
  'a function by GET': get('rpc/test_add?a=1&b=4'),
  'a function of rows': call('test_scripts'),
  'a function of rows, filtered': call('test_scripts', {}, '?select=name&name=eq.A', ONE),
  'a function of one row': call('test_script'),
  'a function of texts': call('test_texts'),
  'a function of a table': call('test_table'),
  'a function of nothing': call('test_nothing'),
  'a function of a time': call('test_time'),
  'a function of null': call('test_null'),
  'a function of an array': call('test_numbers'),
  'a function of large and exact numbers': call('test_amounts'),
  'a function given an array': call('test_count', { ids: [PROJECT, POST] }),
  'an unknown function': call('nope'),
  'a function with a wrong argument': call('test_add', { z: 1 }),
  'a function with a bad argument': call('test_add', { a: 'x' }),
  'a function of another schema': call('add_member', { member_email: 'x' }),
  ...Object.fromEntries(
    ['P0001', 'P0002', 'LA001', '28000', '23505', '23514', 'PT418', '53100'].map((code) => [
      `a function that raises ${code}`,
      call('test_raise', { code }),
    ]),
  ),
};
