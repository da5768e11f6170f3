import { get, ONE, post, type RestCase, ROWS } from './cases.ts';

const note = (body: unknown): RestCase => post('notes?select=body,kind', { body }, ROWS);

/**
 * What supabase-js expects of relationships, functions and JSON, on the tables of TABLES_SQL. Answered by both just as
 * PostgREST does.
 */
export const RELATION_CASES: Record<string, RestCase> = {
  'JSON text in a JSON column': note('abc'),
  'JSON text of digits in a JSON column': note('123'),
  'a boolean in a JSON column': note(true),
  'null in a JSON column': note(null),
  'an array in a JSON column': note([1, 'two', null]),
  'an update to JSON text': {
    method: 'PATCH',
    path: 'notes?id=eq.1&select=body',
    body: { body: 'abc' },
    headers: ROWS,
  },
  'JSON text in many rows': post('notes?columns="body"&select=body', [{ body: 'a' }, { body: '1' }, { body: 1 }], ROWS),
  'a table that is called like one elsewhere': get('objects?select=id,users(*)&order=id'),
  'the many of such a table': get('users?select=username,objects(id,label)&order=username&objects.order=id.desc'),
  'a table in itself, the many': get('objects?select=id,objects(id)&order=id&objects.order=id'),
  'a table in itself, the one, by its column': get('objects?select=id,parent(id,label)&order=id'),
  'a table in itself, by its column as a hint': get('objects?select=id,children:objects!parent(id)&order=id'),
  'an embed that could mean two (PGRST201)': get('users?select=username,friends(*)'),
  'the one of the two that a hint means': get('users?select=username,friends!friends_one_fkey(id)&order=username'),
  'the one of the two that a column means': get('friends?select=id,one(username),other(username)&order=id'),
  'many to many': get('objects?select=id,tags(name)&order=id&tags.order=name'),
  'many to many, both ways': get('tags?select=name,objects(label)&order=name&objects.order=id'),
  'one to one': get('users?select=username,profiles(bio)&order=username'),
  'one to one, from the other side': get('profiles?select=bio,users(first_name)'),
  'no relationship (PGRST200)': get('tags?select=name,profiles(*)'),
  'a computed column': get('users?select=username,greeting&order=username'),
  'a computed column filtered': get('users?select=username&greeting=eq.Hello Bob'),
  'a computed relationship': get('users?select=username,labelled(id)&order=username'),
  'a computed column of what a function returns': post('rpc/all_users?select=username,greeting', {}),
  'what a function returns, with what belongs to it': post(
    'rpc/all_users?select=username,objects(id)&objects.order=id',
    {},
  ),
  'only rows with something embedded': get('users?select=username,objects!inner(id)&objects.label=eq.leaf'),
  'rows without anything embedded': get('users?select=username,objects(id)&objects=is.null'),
  'rows with something embedded, or else': get(
    'users?select=username,objects()&or=(username.eq.cat,objects.not.is.null)&order=username',
  ),
  'ordered by what is embedded': get('objects?select=id,users(first_name)&order=users(first_name).desc.nullslast,id'),
  'ordered by the many (PGRST118)': get('users?select=username,objects(id)&order=objects(id)'),
  'spread of the many (PGRST119)': get('users?select=username,...objects(id)'),
  'spread of all columns': get('objects?select=id,...users(*)&order=id'),
  'a filter of what is not embedded (PGRST108)': get('users?select=username&objects.id=eq.1'),
  'counted through what is embedded': get('users?select=username,objects!inner(id)&limit=1&order=username', {
    prefer: 'count=exact',
  }),
  'a row as an argument': post('rpc/objects_of', { u: { username: 'ann' } }),
  'a function that takes the whole body': post('rpc/take_everything', { any: ['thing'] }),
  'a function chosen by its argument': post('rpc/twice', { a: 4 }),
  'a function chosen by its other argument': post('rpc/twice', { b: 'x' }),
  'a function that could be two (PGRST203)': post('rpc/either', { a: 1 }),
  'a function of many': post('rpc/summed', { n: [1, 2, 3] }),
  'a function of many, by GET': get('rpc/summed?n=1&n=2'),
  'a function by HEAD': { method: 'HEAD', path: 'rpc/all_users', headers: { prefer: 'count=exact' } },
  'a function of rows as one object': post('rpc/all_users?username=eq.bob', {}, ONE),
  'a function of rows, counted': post('rpc/all_users?limit=1', {}, { prefer: 'count=exact' }),
  aggregates: get('objects?select=username,count(),id.sum()&order=username.nullslast'),
  'an aggregate of what is embedded': get('users?select=username,objects(count())&order=username'),
  'a path into JSON that is null': get('users?select=username,data->a->>b&order=username'),
  'a range within': get('users?select=username&age_range=cd.[1,6)'),
  'a range next to': get('users?select=username&age_range=adj.[9,12)'),
  'distinct from null': get('users?select=username&data=isdistinct.null&order=username'),
  'a CSV of nothing': get('users?select=username,first_name&username=eq.nobody', { accept: 'text/csv' }),
  'a write that is rolled back': post(
    'notes?select=kind',
    { kind: 'x' },
    { prefer: 'return=representation,tx=rollback' },
  ),
  'nulls stripped': get('users?select=username,data&order=username', {
    accept: 'application/vnd.pgrst.array+json;nulls=stripped',
  }),
  'a schema that is not exposed': get('users', { 'accept-profile': 'auth' }),
};
