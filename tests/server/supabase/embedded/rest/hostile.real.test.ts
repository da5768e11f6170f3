import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestBackend } from '../../../../helpers/embedded.ts';
import { ofFile } from '../../../../helpers/of-file.ts';

const backend = ofFile(() => openTestBackend());

async function ask(query: string, init: RequestInit = {}) {
  const { inProcessUrl, fetch, publishableKey } = backend.connection;
  const headers = { apikey: publishableKey, ...init.headers };
  const response = await fetch(`${inProcessUrl}/rest/v1/${query}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, code: response.status >= 400 && text ? JSON.parse(text).code : null };
}

/** Pieces of what the parsers know, and of SQL. */
const PIECES = [
  ...['id', 'name', 'media', 'generated_content', 'scheduled_posts', '*', 'count()', 'sum()', '!inner'],
  ...['::text', '::int'],
  ...['(', ')', '{', '}', ',', '.', ':', '"', '\\', '->', '->>', '...', '-', '--', "'", '$1', ';', '/*', '\0', '%'],
  ...['é', '💥'],
  ...['eq', 'in', 'is', 'not', 'and', 'or', 'like(any)', 'fts(english)', 'null', 'desc', 'nullsfirst', '1'],
  "' or '1'='1",
];
const piled = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''));
const parameter = fc.tuple(
  fc.oneof(fc.constantFrom('select', 'order', 'limit', 'or', 'name', 'generated_content.order', 'columns'), piled),
  fc.oneof(piled, fc.string({ unit: 'binary', maxLength: 30 })),
);

test('whatever the query string holds, it is read, or refused for what it is: never SQL of its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(parameter, { minLength: 1, maxLength: 4 }), async (parameters) => {
      const query = `generated_content?${new URLSearchParams(parameters)}`;
      for (const method of ['GET', 'DELETE']) {
        const { status, code } = await ask(query, { method });
        expect([200, 204, 206, 300, 400, 401, 404, 416], `${method} ${query}: ${code}`).toContain(status);
        // 42601 is a syntax error: something of the address had become SQL.
        expect(['42601', '42P02', '26000'], `${method} ${query}`).not.toContain(code);
      }
    }),
    { numRuns: 400 },
  );
});

test.for([
  ['levels of embedding', `select=${'a('.repeat(500)}${')'.repeat(500)}`],
  ['items', `select=${Array.from({ length: 2000 }, () => 'id').join(',')}`],
  ['levels of conditions', `or=${'(and'.repeat(500)}(id.is.null${')'.repeat(501)}`],
  ['conditions', `or=(${Array.from({ length: 2000 }, () => 'id.is.null').join(',')})`],
  ['parameters', Array.from({ length: 600 }, () => 'id=is.null').join('&')],
  ['casts that are none', 'select=id::text);drop table x'],
])('too many %s are refused', async ([, query]) =>
  expect(await ask(`puppeteer_scripts?${query}`)).toEqual({ status: 400, code: 'PGRST100' }),
);

test('a filter of what is not embedded is refused, so that nothing more is touched than was meant', async () => {
  const { admin } = backend.connection;
  await admin.from('puppeteer_scripts').insert({ name: 'A' });
  const { error } = await admin
    .from('puppeteer_scripts')
    .delete()
    .eq('other.id' as 'id', 1 as never);
  expect(error?.code).toBe('PGRST108');
  expect((await admin.from('puppeteer_scripts').select()).data).toHaveLength(1);
});
