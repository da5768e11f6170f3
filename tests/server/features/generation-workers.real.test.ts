import { Resvg } from '@resvg/resvg-wasm';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openGenerationWorkers } from '../../../server/features/generation/workers.ts';
import { type CardOrder, drawCard } from '../../../server/generation/cards/draw-card.ts';
import { NO_BRAND } from '../../../shared/pictures/brand.ts';
import type { Slide } from '../../../shared/pictures/card.ts';
import { isFull } from '../../helpers/depth.ts';
import { addProject } from '../../helpers/history.ts';
import { serve } from '../../helpers/loopback.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';
import { HOSTILE_DOCUMENTS } from '../generation/sources/hostile-documents.ts';

/** Documents that exceed the time or memory limit. */
const TOO_MUCH: Record<string, string> = {
  'too many comments': '<!-- --> '.repeat(75_000),
  'too many headings': '<h1>x</h1>'.repeat(70_000),
  attributes: `<p ${Array.from({ length: 200_000 }, (_, n) => `a${n}`).join(' ')}>x</p>`,
};
/** Serves these and the hostile documents at `/<name>`; `/held` never responds. */
const server = ofFile(() =>
  serve((request, response) => {
    const path = decodeURIComponent(request.url?.slice(1) ?? '');
    if (path === 'held') return;
    const { type, text } = HOSTILE_DOCUMENTS[path] ?? { type: 'text/html', text: TOO_MUCH[path] ?? '' };
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
  }),
);

const address = (name: string) => `${server.origin}/${encodeURIComponent(name)}`;
const log = pino({ level: 'silent' });
const never = new AbortController().signal;
/** One worker of each kind. */
const shared = ofFile(async () => openGenerationWorkers(log, { atOnce: 1 }));
const open = (options?: Parameters<typeof openGenerationWorkers>[1]) => {
  const workers = openGenerationWorkers(log, options);
  onTestFinished(() => workers.close());
  return workers;
};

describe('sources in worker threads', () => {
  it('are read one after the other, and more at once than there are workers', async () => {
    const names = ['26 comments before the article', '1000 unclosed divs', '26 comments before the article'];
    const readings = await Promise.all(names.map((name) => shared.read(address(name), never)));
    for (const reading of readings) expect(reading).toMatchObject({ ok: true, title: 'Bread' });
  });

  it('the pages and pictures of links too, of the public internet only', async () => {
    const reason = `${new URL(server.origin).host} is an address in a private network. Only public pages are read here.`;
    expect(await shared.links.page(address('nothing'), never)).toEqual({ ok: false, reason });
    expect(await shared.links.picture(address('nothing'), never)).toEqual({ ok: false, reason });
    expect(await shared.read(address('nothing'), never)).toMatchObject({ reason: expect.stringMatching(/is empty/) });
  });

  it('that take too long are given up, and the next one is read', async () => {
    const readers = open({ atOnce: 1, readMs: 700 });
    expect(await readers.read(address('too many headings'), never)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/takes more than 1 seconds to read/),
    });
    expect(await readers.read(address('nothing'), never)).toMatchObject({ reason: expect.stringMatching(/is empty/) });
  });

  it.runIf(isFull)('that take too much memory are given up, and the next one is read', async () => {
    const readers = open({ memoryMb: 40, readMs: 60_000 });
    expect(await readers.read(address('attributes'), never)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/takes too much memory/),
    });
    expect(await readers.read(address('nothing'), never)).toMatchObject({ reason: expect.stringMatching(/is empty/) });
  });

  it('end with their caller, also while they wait for a worker', async () => {
    const controller = new AbortController();
    const both = [1, 2].map(() => shared.read(address('held'), controller.signal));
    controller.abort(new Error('enough'));
    for (const reading of both) await expect(reading).rejects.toThrow('enough');
    expect(await shared.read(address('nothing'), never)).toMatchObject({ reason: expect.stringMatching(/is empty/) });
  });
});

describe('cards in worker threads', () => {
  const order: CardOrder = {
    design: { style: 'paper', theme: 'light' },
    position: { index: 0, count: 1 },
    brand: NO_BRAND,
  };

  it('are drawn as they would be here, more at once than there are workers', async () => {
    const drawn = await Promise.all(['One', 'Two'].map((title) => shared.draw({ title }, order)));
    expect(Buffer.from(drawn[1] ?? []).equals(await drawCard({ title: 'Two' }, order))).toBe(true);
  });

  it.runIf(isFull)('that cannot be drawn in time, or at all, are given up, and the next one is drawn', async () => {
    await expect(shared.draw(null as unknown as Slide, order)).rejects.toThrow('could not be drawn');
    expect((await shared.draw({ title: 'One' }, order)).length).toBeGreaterThan(0);
    await expect(open({ drawMs: 1 }).draw({ title: 'One' }, order)).rejects.toThrow('more than 0.001 s');
  });

  it('end with the agent, as sources do', async () => {
    const workers = open();
    const [reading, drawing] = [workers.read(address('held'), never), workers.draw({ title: 'One' }, order)];
    await Promise.all([workers.close(), expect(drawing).rejects.toThrow('could not be drawn')]);
    expect(await reading).toMatchObject({ ok: false });
    await expect(workers.draw({ title: 'One' }, order)).rejects.toThrow('could not be drawn');
  });
});

describe.runIf(isFull)('an agent whose sources are hostile', () => {
  const agent = ofFile(workerAgent);

  it('reads them and draws its cards in its worker threads, and makes its posts', async () => {
    const [first = '', second = ''] = ['1000 unclosed divs', 'too many comments'].map(address);
    await addProject(agent.admin, { source_url_1: first, source_url_2: second, platforms: ['instagram'] });
    const drawnHere = vi.spyOn(Resvg.prototype, 'render');
    const made = await agent.call('/api/generation', { body: { count: 1 } });
    const message = expect.stringContaining(`Skipped ${second}: The page on`);
    expect(await made.json()).toMatchObject({ success: true, message });
    const { data } = await agent.admin.from('generated_content').select('media').single();
    expect(data?.media).toMatchObject([{ kind: 'image' }]);
    expect(drawnHere).not.toHaveBeenCalled();
    drawnHere.mockRestore();
  });
});
