import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeNetwork } from '../../../../server/features/generation/source-network.ts';
import { webNetwork } from '../../../../server/generation/sources/network.ts';
import { readSource } from '../../../../server/generation/sources/read-source.ts';
import { isFull } from '../../../helpers/depth.ts';
import { ARTICLE_PAGES, type SourceServer, startSourceServer } from '../../../helpers/source-server.ts';

let server: SourceServer;
beforeAll(async () => {
  server = await startSourceServer();
});
afterAll(() => server.close());

const CLUTTER =
  /cookie|newsletter|subscri|suscríb|abonnier|advertisement|anzeige|publicidad|share on|read also|lee también|lesen sie auch|see also|photo:|photograph:|getty|follow (us|her)|©|privacy|datenschutz|aviso legal|log in to leave|click here|most viewed|trending|dataLayer|function|updated|min read/i;

async function readable(path: string, network = nodeNetwork) {
  const reading = await readSource(`${server.origin}/${path}`, { network });
  if (!reading.ok) throw new Error(reading.reason);
  return reading;
}

describe('article pages', () => {
  test.each(ARTICLE_PAGES)('%s is reduced to its words', async (name) => {
    const reading = await readable(`${name}.html`);
    expect(reading.text.length).toBeGreaterThan(2500);
    expect(reading.text).not.toMatch(CLUTTER);
    expect(reading.text).not.toMatch(/<[a-z/]|&[a-z]+;|\n\n\n/);
    expect(reading.text).not.toContain(`## ${reading.title}`);
  });

  test('title, language, lead picture, headings and lists are kept', async () => {
    const reading = await readable('sourdough.html');
    expect(reading).toMatchObject({
      title: 'Better Sourdough at Home: What Actually Makes the Difference',
      language: 'en-US',
      picture: `${server.origin}/img/sourdough-lead.jpg`,
    });
    expect(reading.text).toContain('\n\n## Stop kneading, start folding\n\n');
    expect(reading.text).toContain('\n\n- Bake with the lid on for 20 minutes at 245 °C.\n\n');
    expect((await readable('strength.html')).text).toContain('\n\n2. Do three sets of eight goblet squats');
  });
});

describe('feeds and plain text', () => {
  test('RSS entries become headings and paragraphs, newest first', async () => {
    const { title, language, text, entries } = await readable('feed.xml');
    expect([title, language]).toEqual(['Field Notes: small gardens', 'en-gb']);
    expect(entries?.map(({ url }) => url)).toEqual(
      ['window-boxes', 'barrels', 'soil'].map((name) => `https://fieldnotes.example/${name}`),
    );
    expect(text.match(/^## .*/gm)).toEqual([
      '## Window boxes keep a street several degrees cooler',
      '## Rainwater barrels for balconies finally exist',
      '## Old potting soil does not belong in the bin',
    ]);
    expect(text).toContain('turning green');
    expect(text).not.toMatch(/appeared first|Continue reading|\[/);
  });

  test('Atom with escaped HTML, XHTML and bare summaries', async () => {
    const { title, text, entries } = await readable('atom.xml');
    expect(entries?.[1]).toEqual({ heading: 'Grind just before brewing', url: 'https://slowcoffee.example/grind' });
    expect(title).toBe('Slow Coffee Journal');
    expect(text).toMatch(/98 percent water[\s\S]*hand grinder[\s\S]*carbon dioxide/);
  });

  test('plain text is taken as it is', async () =>
    expect((await readable('plain')).text).toMatch(/^Notes on coffee\n\nWater is most of the cup\./));
});

test.each([
  ['latin1', /balcón.*observación/s],
  ['windows-1252-meta', /Crème brûlée costs 5 € at the café/],
  ['utf16', /A page in sixteen bits/],
  ['shift-jis', /パン/],
])('charsets %s', async (path, expected) => expect((await readable(path)).text).toMatch(expected));

describe.each([
  ['Node', nodeNetwork],
  ['web standards', webNetwork(fetch)],
])('over %s', (name, network) => {
  /** Tests of limits and timeouts run over one network, because both use the same reader. */
  const isTried = isFull || name === 'Node';
  const read = (path: string, timeoutMs = 5000) =>
    readSource(path.includes(':') ? path : `${server.origin}/${path}`, { network, timeoutMs });

  test('a redirect is followed', async () =>
    expect((await readable('redirect', network)).title).toMatch(/^Better Sourdough/));

  test.runIf(isTried)('a page of 50 MB is read up to the limit and the rest is never downloaded', async () => {
    const before = server.bytesSent();
    const reading = await readable('big', network);
    expect(reading.text).toMatch(/^Bread needs time/);
    expect(reading.text.length).toBeLessThanOrEqual(120_000);
    expect(server.bytesSent() - before).toBeLessThan(16 * 1024 * 1024);
  });

  test.each([
    ['big-blob', /first 2 MB .* contain no article/],
    ['pdf', /is a PDF, not a page/],
    ['garbage', /did not send readable text/],
    ['empty', /is empty/],
    ['no-article', /has no readable article/],
    ['404', /does not exist .*\(404\)/],
    ['403', /does not let programs read this page \(403\)/],
    ['500', /has a server problem \(500\)/],
    ['redirect-loop', /redirects more than 5 times/],
    ['redirect-file', /redirects to something that is not a web page/],
    ['redirect-nowhere', /redirects to something that is not a web page/],
    ['cut', /was interrupted/],
    ['http://localhost:1/', /refuses connections/],
    ['http://nowhere.invalid/', /There is no site at nowhere\.invalid|refuses connections/],
    ['ftp://files.example/a', /is not a web address/],
  ])('%s', async (path, reason) =>
    expect(await read(path)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) }),
  );

  test.runIf(isTried).each(['slow', 'stalled'])('%s gives up after its time', async (path) =>
    expect(await read(path, 300)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/did not answer completely/),
    }),
  );

  test('the caller can stop it', async () => {
    const controller = new AbortController();
    const reading = readSource(`${server.origin}/slow`, { network, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });
});
