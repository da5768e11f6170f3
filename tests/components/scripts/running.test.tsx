import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, describe, expect, it } from 'vitest';
import { RUN_POLL_MS } from '@/features/scripts/runs/run-queries.ts';
import { scriptRunListSchema } from '../../../shared/scripts/script-run.ts';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { hurry } from '../../helpers/component/hurry.ts';
import { lines, scriptsInDocument } from '../../helpers/component/scripts.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';
import { deferred } from '../../helpers/deferred.ts';
import { isFull } from '../../helpers/depth.ts';

const RUN = /^POST .*\/api\/scripts\/run$/;
const RUNS = /^GET .*\/api\/scripts\/runs\?/;
/** Runs until it is stopped. */
const WAITS = 'log("first"); log("second"); await new Promise(() => setInterval(() => {}, 1000));';

const app = scriptsInDocument();
const { openWith, press, select, typeCode, hasStatus, goTo } = app;

const agentRuns = async (query = '') =>
  scriptRunListSchema.parse(await (await app.agent.call(`/api/scripts/runs${query}`)).json());
const cancel = (id: string) => app.agent.call(`/api/scripts/runs/${id}/cancel`, { method: 'POST' });
const hasLine = (text: string) => waitFor(() => expect(lines()).toContain(text));
/** Each run of the history: its icon's label, then its text. */
const history = () =>
  [...document.querySelectorAll('li > button[aria-expanded]')].map(
    (row) => `${row.querySelector('[role=img]')?.getAttribute('aria-label')} ${row.textContent}`,
  );

afterEach(async () => {
  for (const { id, finishedAt } of await agentRuns()) if (!finishedAt) await cancel(id);
});

describe('running (§4)', () => {
  it('sends what stands in the editor, is busy until the answer, and goes on while another screen is open', async () => {
    const id = await openWith({ name: 'First', code: 'one();' }, { name: 'Second' });
    await hasStatus('Idle');
    await typeCode(' two();');
    const answer = deferred<{ logs: string[] }>();
    const sent = app.answer(RUN, () => answer.promise);
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await says('Running...', 'Execution Logs');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Running...' }).disabled).toBe(true);
    expect(lines()).toEqual(['Starting script...']);
    await hasStatus('Running');
    await waitFor(() => expect(sent).toHaveLength(1));
    const request = { script: 'one(); two();', scriptId: id, name: 'First' };
    expect(sent).toEqual([`/api/scripts/run ${JSON.stringify(request)}`]);

    await app.save();
    await says('Script saved');
    await select('Second');
    await hasStatus('Idle');
    await saysNoMore('Execution Logs');
    await goTo('Settings');
    await isAt('/settings');
    await saysNoMore('Script Editor');
    answer.resolve({ logs: ['<b>Hello</b>', 'Line 2'] });
    await says(...SPECIFIED['Scripts: run success']);
    await goTo('Scripts');
    await hasStatus('Success');
    await says('Line 2', 'Run Script');
    expect(lines()).toEqual(['Starting script...', '<b>Hello</b>', 'Line 2']);
  });

  it.runIf(isFull)('shows its newest 2000 lines, and those before when asked', async () => {
    await openWith({ name: 'First' });
    const many = Array.from({ length: 2010 }, (_, index) => `Line ${index + 1}`);
    app.answer(RUN, { logs: many });
    await press('Run Script');
    await says('Line 2010', 'Run Script');
    expect(lines()).toHaveLength(2000);
    await press('Show 11 earlier lines');
    expect(lines()).toEqual(['Starting script...', ...many]);
  });

  it('that fails says so, in its log too (§8)', async () => {
    await openWith({ name: 'First' });
    for (const [fault, log, end] of [
      [
        'no connection',
        'the network request itself fails',
        'Start it with "npx local-agent start", then run the script',
      ],
      [{ status: 500, body: { error: 'No browser.', code: 'browser_failed' } }, 'a non-OK response', 'No browser.'],
      [
        { status: 200, body: { done: true } },
        'any other error',
        'The backend’s response did not include the logs of the run.',
      ],
    ] as const) {
      app.fail(RUN, fault);
      await press('Run Script');
      await says(...SPECIFIED['Scripts: run fails'], ...SPECIFIED[`Log lines: ${log}`], end);
      app.letGo();
    }
  });

  it('shows a text that somebody else wrote, asks, and runs it here once that was approved', async () => {
    const id = await openWith({ name: 'First', code: 'log("own");' });
    await app.scripts().update({ code: 'log("theirs");' }).eq('id', id).throwOnError();
    await app.open('/scripts');
    await app.hasCode('log("theirs");');
    await press('Run Script');
    await says('Run this script here?', 'It runs with your permissions', 'Code to run log("theirs");');
    await press('Cancel', { inside: await screen.findByRole('dialog') });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await agentRuns(`?scriptId=${id}`)).toEqual([]);
    await press('Run Script');
    await press('Run it here');
    await says('Script completed');
    expect(lines()).toEqual(['Starting script...', 'theirs']);
  });

  it('is not offered to a member who may not run code, and says who allows it', async () => {
    const member = await app.agent.addMember('ada@example.com');
    await app.insertScripts({ name: 'First' });
    await app.open('/scripts', member);
    await says('You may not run scripts here', 'Settings, Members');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run Script' }).disabled).toBe(true);
  });

  it('is found again after a reload while it goes on, and cancelled: neither success nor failure', async () => {
    hurry(RUN_POLL_MS);
    await openWith({ name: 'First', code: WAITS });
    await press('Run Script');
    await hasLine('second');
    app.reload();
    await hasLine('second');
    await says('Execution Logs', 'Running...', 'Running ·');
    await hasStatus('Running');
    expect(document.querySelector('li [aria-current=true] svg.animate-spin')).not.toBeNull();
    expect(lines()).toEqual(['Starting script...', 'first', 'second']);
    await press('Cancel');
    await says('Script cancelled', 'The run was cancelled.', 'Run Script');
    await hasStatus('Cancelled');
    await saysNoMore('Script completed', 'Script failed');
    expect(document.activeElement?.textContent).toBe('Run Script');
    await waitFor(() => expect(history()).toEqual([expect.stringMatching(/^Cancelled /)]));
  });
});

describe('the history of a script', () => {
  it.runIf(isFull)('lists its runs, newest first, and shows the log of one, also after a reload', async () => {
    await openWith({ name: 'First', code: 'log("one"); return "Hello"' });
    await press('Run Script');
    await says('Script completed');
    await app.replaceCode("log('before');\nawait missing();");
    await press('Run Script');
    await says('Script failed', 'Error: Failed to run script', 'missing is not defined (line 2)');
    await hasStatus('Error');
    await app.save();
    await says('Script saved');
    app.reload();
    await waitFor(() =>
      expect(history()).toEqual([
        expect.stringMatching(/^Error .* UTC\d.*missing is not defined \(line 2\)$/),
        expect.stringMatching(/^Success .* UTC\d/),
      ]),
    );
    const oldest = document.querySelectorAll('li > button[aria-expanded]')[1];
    if (oldest) await app.user.click(oldest);
    await waitFor(() => expect(lines('region')).toEqual(['Starting script...', 'one', 'Hello']));
  });

  it('says that it is loading, and that it cannot be loaded, with a retry', async () => {
    app.hold(RUNS);
    await openWith({ name: 'First' });
    await says('Loading runs...');
    app.letGo();
    await says('No runs yet.');
    app.fail(RUNS, { status: 503, body: { error: 'Supabase is away.', code: 'unavailable' } });
    app.reload();
    await says('Error loading runs', 'Supabase is away.');
    app.letGo();
    const main = document.querySelector('main') as HTMLElement;
    await app.user.click(await within(main).findByRole('button', { name: 'Try again' }));
    await says('No runs yet.');
  });
});
