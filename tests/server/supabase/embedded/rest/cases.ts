import { CONTENT, OTHER_CONTENT, POST, PROJECT, SCRIPT } from './seed.ts';

/** A request to /rest/v1: method, path and query, then body and headers. */
export type RestCase = { method: string; path: string; body?: string; headers: Record<string, string> };

/**
 * Name | method and headers | path | body. ROWS requests the written rows, ONE a single row as an object; words with a
 * colon are headers, all others are preferences.
 */
const readCases = (table: string): [name: string, RestCase][] =>
  table
    .trim()
    .split(/\n */)
    .map((line) => {
      const [name = '', asked = '', path = '', body] = line.split(' | ');
      const [method = '', ...words] = asked.split(' ').map((word) => WORDS[word] ?? word);
      const headers = Object.fromEntries(
        words.filter((word) => word.includes(':')).map((word) => word.split(':') as [string, string]),
      );
      const preferences = words.filter((word) => !word.includes(':'));
      if (preferences.length > 0) headers.prefer = preferences.join();
      const sends = method === 'POST' || method === 'PATCH';
      return [name, { method, path, headers, ...(sends && { body: body ?? '' }) }];
    });
const WORDS: Record<string, string> = {
  ROWS: 'return=representation',
  ONE: 'accept:application/vnd.pgrst.object+json',
};

/** Requests that the app sends to the REST interface (§7), others that it could send, and errors. */
const APP = `
  all rows, newest first | GET | puppeteer_scripts?select=*&order=created_at.desc
  a range of rows | GET range:0-1 range-unit:items | puppeteer_scripts?select=id&order=name
  a page with its count | GET count=exact | puppeteer_scripts?select=id&order=name&limit=1
  a page of rows with what is embedded in them | GET count=exact | generated_content?select=caption,content_projects(niche_name),scheduled_posts(status)&order=caption.desc,id&limit=2&offset=1
  a page past the end | GET count=exact | puppeteer_scripts?select=id&offset=10
  a count by HEAD | HEAD count=exact | puppeteer_scripts?select=id
  a count of nothing | HEAD count=exact | app_settings?select=id
  one row | GET ONE | puppeteer_scripts?select=*&id=eq.${SCRIPT}
  posts with their content | GET | scheduled_posts?select=*,generated_content(*)&order=scheduled_time.asc
  two levels of embedding, renamed | GET | scheduled_posts?select=id,content:content_id(caption,project:content_projects(niche_name))&order=scheduled_time.asc
  a filter on what is embedded | GET | scheduled_posts?select=id,generated_content!inner(caption)&generated_content.caption=eq.one
  the many of one | GET | generated_content?select=id,scheduled_posts(scheduled_time)&order=created_at
  the many, ordered and limited | GET | content_projects?select=id,generated_content(caption)&generated_content.order=caption.desc&generated_content.limit=1
  spread columns | GET | scheduled_posts?select=id,...generated_content(caption,created_at)&order=scheduled_time.asc
  nulls last by default | GET | content_style_templates?select=name&order=day_of_week.asc
  nulls first on request | GET | content_style_templates?select=name&order=day_of_week.asc.nullsfirst
  in | GET | content_style_templates?select=name&name=in.(T1,T0)&order=name
  in, with quotes | GET | generated_content?select=id&caption=in.("two, \\"q\\" (p)")
  in, with quotes that are not escaped | GET | generated_content?select=id&caption=in.(one,"two, "q" (p)")
  in, with a quote that does not end | GET | generated_content?select=id&caption=in.(one,"two)
  gte and lt | GET | generated_content?select=id&created_at=gte.2026-01-02T00:00:00Z&created_at=lt.2026-01-03T00:00:00Z
  lt twice on one column | GET | generated_content?select=id&created_at=lt.2026-01-03T00:00:00Z&created_at=lt.2026-01-02T00:00:00Z&order=id
  or twice | GET | generated_content?select=id&or=(caption.eq.one,project_id.is.null)&or=(content_type.eq.text,caption.eq.one)&order=id
  is null | GET | generated_content?select=id&project_id=is.null
  is not null | GET | generated_content?select=id&project_id=not.is.null
  is true | GET | content_style_templates?select=name&is_active=is.true&order=name
  or | GET | generated_content?select=id&or=(caption.eq.one,project_id.is.null)&order=id
  and with or | GET | generated_content?select=id&and=(caption.eq.one,or(project_id.is.null,content_type.eq.text))&order=id
  or with a condition that breaks off | GET | generated_content?select=id&or=(caption.eq.one,caption.is)
  ilike | GET | generated_content?select=id&caption=ilike.*ONE*
  like any | GET | generated_content?select=id&caption=like(any).{one*,two*}&order=id
  full text search | GET | generated_content?select=id&caption=fts.one
  an array that contains | GET | generated_content?select=id&platforms=cs.{instagram}
  an array within | GET | generated_content?select=id&platforms=cd.{instagram,tiktok,facebook}&order=id
  an array that overlaps | GET | generated_content?select=id&platforms=ov.{tiktok}
  an empty array | GET | generated_content?select=id&platforms=eq.{}
  JSON that contains | GET | generated_content?select=id&media=cs.[{"path":"x"}]
  inside JSON | GET | generated_content?select=id,p:media->0->>path&media->0->>path=eq.x
  a cast | GET | content_style_templates?select=name,d:day_of_week::text&order=name
  CSV | GET accept:text/csv | content_style_templates?select=name,day_of_week&order=name
  an id that is no uuid | GET | generated_content?select=id&id=eq.nope
  a filter that is no time | GET | generated_content?select=id&created_at=gt.x
  an unknown relation | GET | puppeteer_scripts?select=*,nope(*)
  an unknown column selected | GET | puppeteer_scripts?select=nope
  an unknown column filtered | GET | puppeteer_scripts?nope=eq.1
  an unknown column ordered | GET | puppeteer_scripts?order=nope.asc
  insert | POST | puppeteer_scripts | {"name":"X","code":"y"}
  insert several | POST ROWS | puppeteer_scripts?select=name,code | [{"name":"X","code":"y"}]
  insert and return | POST ROWS ONE | social_accounts?select=* | {"platform":"tiktok","account_label":"L","is_logged_in":false}
  insert a default row | POST ROWS ONE | app_settings?select=* | {}
  insert a list of a default row | POST ROWS | app_settings?select=* | [{}]
  insert two default rows | POST | app_settings | [{},{}]
  insert an empty row that must not be | POST | puppeteer_scripts | {}
  insert nothing | POST ROWS | puppeteer_scripts?select=* | []
  insert and return with its content | POST ROWS ONE | scheduled_posts?select=*,generated_content(*) | {"content_id":"${OTHER_CONTENT}","scheduled_time":"2026-05-01T00:00:00Z"}
  insert rows of unlike keys | POST ROWS | puppeteer_scripts?columns="name","code"&select=name,code | [{"name":"X","code":"y"},{"name":"Z"}]
  insert rows of unlike keys, with defaults | POST ROWS missing=default | puppeteer_scripts?columns="name","code"&select=name,code | [{"name":"X","code":"y"},{"name":"Z"}]
  insert nulls for what is left out | POST ROWS | content_style_templates?columns="name","prompt_template","day_of_week"&select=name,day_of_week | [{"name":"X","prompt_template":"p","day_of_week":2},{"name":"Z","prompt_template":"q"}]
  insert rows of unlike keys without columns | POST | puppeteer_scripts | [{"name":"X","code":"y"},{"name":"Z"}]
  insert arrays and JSON | POST ROWS | generated_content?select=media,alternatives,hashtags,platforms | {"content_type":"text","media":[{"path":"a\\"b"}],"alternatives":{"instagram":{"caption":"x"}},"hashtags":["#a,b","\\"q\\""],"platforms":[]}
  upsert | POST ROWS resolution=merge-duplicates | puppeteer_scripts?select=id,name | {"id":"${SCRIPT}","name":"UP"}
  upsert several | POST ROWS resolution=merge-duplicates | puppeteer_scripts?on_conflict=id&select=id,name | [{"id":"${SCRIPT}","name":"UP"},{"id":"${CONTENT}","name":"NEW"}]
  upsert, keeping what is there | POST ROWS resolution=ignore-duplicates | puppeteer_scripts?on_conflict=id&select=id,name | [{"id":"${SCRIPT}","name":"UP"}]
  update | PATCH | puppeteer_scripts?id=eq.${SCRIPT} | {"name":"Q"}
  update and return | PATCH ROWS | puppeteer_scripts?id=eq.${SCRIPT}&select=id,name | {"name":"Q"}
  update and return with its content | PATCH ROWS ONE | scheduled_posts?id=eq.${POST}&select=status,generated_content(caption) | {"status":"cancelled"}
  update away from the filter | PATCH ROWS | scheduled_posts?id=eq.${POST}&status=eq.scheduled&select=status,generated_content(caption) | {"status":"cancelled"}
  update arrays | PATCH ROWS | generated_content?id=eq.${CONTENT}&select=platforms,hashtags | {"platforms":[],"hashtags":["a b","{c}"]}
  update to null | PATCH ROWS | content_style_templates?id=eq.${PROJECT}&select=day_of_week | {"day_of_week":null}
  delete | DELETE | puppeteer_scripts?id=eq.${SCRIPT}
  delete with two bounds on one side | DELETE ROWS | puppeteer_scripts?name=neq.A&name=neq.B&select=name
  delete and return | DELETE ROWS | puppeteer_scripts?id=eq.${SCRIPT}&select=id
  delete and return with its content | DELETE ROWS ONE | scheduled_posts?id=eq.${POST}&select=id,generated_content(caption)
  delete and count | DELETE count=exact | puppeteer_scripts?id=in.(${SCRIPT},${PROJECT})
  a duplicate (23505) | POST ROWS ONE | social_accounts?select=* | {"platform":"instagram","account_label":"ig"}
  a value out of bounds (23514) | POST | content_style_templates | {"name":"x","prompt_template":"p","day_of_week":9}
  a reference to nothing (23503) | POST | scheduled_posts | {"content_id":"${PROJECT}","scheduled_time":"2026-01-01"}
  a value missing (23502) | POST | puppeteer_scripts | {"code":"p"}
  a body with a bad uuid (22P02) | POST | scheduled_posts | {"content_id":"x","scheduled_time":"2026-01-01"}
  a body with a bad array (22P02) | POST | generated_content | {"content_type":"text","platforms":"instagram"}
  a table that may not be written (42501) | POST | members | {"user_id":"${PROJECT}"}
  malformed JSON | POST | puppeteer_scripts | {"name":
  an empty body | POST | puppeteer_scripts
  JSON to a function: object | POST | rpc/test_echo | {"v":{"a":[1,{"b":"c"}]}}
  JSON to a function: text | POST | rpc/test_echo | {"v":"text"}
  JSON to a function: text like JSON | POST | rpc/test_echo | {"v":"[1]"}
  JSON to a function: null | POST | rpc/test_echo | {"v":null}
  a function with a default | POST | rpc/test_add | {"a":1}
  a function by GET | GET | rpc/test_add?a=1&b=4
  a function of rows | POST | rpc/test_scripts | {}
  a function of rows, filtered | POST ONE | rpc/test_scripts?select=name&name=eq.A | {}
  a function of one row | POST | rpc/test_script | {}
  a function of a table | POST | rpc/test_table | {}
  a function of nothing | POST | rpc/test_nothing | {}
  a function of a time | POST | rpc/test_time | {}
  a function of null | POST | rpc/test_null | {}
  a function of an array | POST | rpc/test_numbers | {}
  a function of large and exact numbers | POST | rpc/test_amounts | {}
  a function given an array | POST | rpc/test_count | {"ids":["${PROJECT}","${POST}"]}
  an unknown function | POST | rpc/nope | {}
  a function with a wrong argument | POST | rpc/test_add | {"z":1}
  a function with a bad argument | POST | rpc/test_add | {"a":"x"}
  a function of another schema | POST | rpc/add_member | {"member_email":"x"}
  ${['P0001', 'P0002', 'LA001', '28000', '23505', '23514', 'PT418', '53100']
    .map((code) => `a function that raises ${code} | POST | rpc/test_raise | {"code":"${code}"}`)
    .join('\n')}`;

/** What supabase-js expects from relationships, functions and JSON, on the tables of TABLES_SQL. */
const RELATIONS = `
  JSON text in a JSON column | POST ROWS | notes?select=body,kind | {"body":"abc"}
  JSON text of digits in a JSON column | POST ROWS | notes?select=body,kind | {"body":"123"}
  null in a JSON column | POST ROWS | notes?select=body,kind | {"body":null}
  JSON text in many rows | POST ROWS | notes?columns="body"&select=body | [{"body":"a"},{"body":"1"},{"body":1}]
  a table that is called like one elsewhere | GET | objects?select=id,users(*)&order=id
  the many of such a table | GET | users?select=username,objects(id,label)&order=username&objects.order=id.desc
  a table in itself, the many | GET | objects?select=id,objects(id)&order=id&objects.order=id
  a table in itself, the one, by its column | GET | objects?select=id,parent(id,label)&order=id
  a table in itself, by its column as a hint | GET | objects?select=id,children:objects!parent(id)&order=id
  an embed that could mean two (PGRST201) | GET | users?select=username,friends(*)
  the one of the two that a hint means | GET | users?select=username,friends!friends_one_fkey(id)&order=username
  the one of the two that a column means | GET | friends?select=id,one(username),other(username)&order=id
  many to many | GET | objects?select=id,tags(name)&order=id&tags.order=name
  one to one | GET | users?select=username,profiles(bio)&order=username
  no relationship (PGRST200) | GET | tags?select=name,profiles(*)
  a computed column | GET | users?select=username,greeting&order=username
  a computed column filtered | GET | users?select=username&greeting=eq.Hello Bob
  a computed relationship | GET | users?select=username,labelled(id)&order=username
  a computed column of what a function returns | POST | rpc/all_users?select=username,greeting | {}
  what a function returns, with what belongs to it | POST | rpc/all_users?select=username,objects(id)&objects.order=id | {}
  only rows with something embedded | GET | users?select=username,objects!inner(id)&objects.label=eq.leaf
  rows without anything embedded | GET | users?select=username,objects(id)&objects=is.null
  rows with something embedded, or else | GET | users?select=username,objects()&or=(username.eq.cat,objects.not.is.null)&order=username
  ordered by what is embedded | GET | objects?select=id,users(first_name)&order=users(first_name).desc.nullslast,id
  ordered by the many (PGRST118) | GET | users?select=username,objects(id)&order=objects(id)
  spread of the many (PGRST119) | GET | users?select=username,...objects(id)
  spread of all columns | GET | objects?select=id,...users(*)&order=id
  a filter of what is not embedded (PGRST108) | GET | users?select=username&objects.id=eq.1
  counted through what is embedded | GET count=exact | users?select=username,objects!inner(id)&limit=1&order=username
  a row as an argument | POST | rpc/objects_of | {"u":{"username":"ann"}}
  a function that takes the whole body | POST | rpc/take_everything | {"any":["thing"]}
  a function chosen by its argument | POST | rpc/twice | {"a":4}
  a function that could be two (PGRST203) | POST | rpc/either | {"a":1}
  a function of many | POST | rpc/summed | {"n":[1,2,3]}
  a function of many, by GET | GET | rpc/summed?n=1&n=2
  a function by HEAD | HEAD count=exact | rpc/all_users
  a function of rows as one object | POST ONE | rpc/all_users?username=eq.bob | {}
  a function of rows, counted | POST count=exact | rpc/all_users?limit=1 | {}
  aggregates | GET | objects?select=username,count(),id.sum()&order=username.nullslast
  an aggregate of what is embedded | GET | users?select=username,objects(count())&order=username
  a path into JSON that is null | GET | users?select=username,data->a->>b&order=username
  a range within | GET | users?select=username&age_range=cd.[1,6)
  distinct from null | GET | users?select=username&data=isdistinct.null&order=username
  a CSV of nothing | GET accept:text/csv | users?select=username,first_name&username=eq.nobody
  a write that is rolled back | POST ROWS tx=rollback | notes?select=kind | {"kind":"x"}
  nulls stripped | GET accept:application/vnd.pgrst.array+json;nulls=stripped | users?select=username,data&order=username`;

/** Requests that the embedded REST interface must answer exactly as PostgREST does. */
export const CASES = [APP, RELATIONS].flatMap(readCases);
