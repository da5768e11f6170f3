import { screen } from '@testing-library/dom';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentProjectsRow } from '../../../shared/workspace/database.ts';
import { appInDocument, isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { isFull } from '../../helpers/depth.ts';
import { type SourceServer, startSourceServer } from '../../helpers/source-server.ts';

const GENERATE = /^POST .*\/functions\/v1\/auto-generate-content/;
const MODEL_HINT =
  'The built-in writer wrote these. A model on this machine writes more freely, at no cost and in private.';

const app = appInDocument();
const { open, press, fill } = app;
let sources: SourceServer;

beforeAll(async () => {
  sources = await startSourceServer();
});
afterAll(() => sources?.close());
beforeEach(async () => {
  for (const table of ['generated_content', 'content_projects', 'project_bin'] as const) {
    await app.member.from(table).delete().not('id', 'is', null).throwOnError();
  }
});

const projects = async () => (await app.member.from('content_projects').select('*').throwOnError()).data;
const submit = () => press('Generate & Schedule');
/** Focuses a button without the pointer, and presses Enter. */
async function enter(name: string) {
  (await screen.findByRole('button', { name })).focus();
  await app.user.keyboard('{Enter}');
}

/** Adds a project with readable sources to the workspace. */
async function add(fields: Partial<ContentProjectsRow> = {}) {
  const urls = { source_url_1: `${sources.origin}/sourdough.html`, source_url_2: `${sources.origin}/strength.html` };
  const row = { niche_name: 'Rye bread', ...urls, platforms: ['facebook' as const], ...fields };
  return (await app.member.from('content_projects').insert(row).select().single().throwOnError()).data;
}

async function openWith(...seeds: Partial<ContentProjectsRow>[]) {
  const added = [];
  for (const seed of seeds) added.push(await add(seed));
  await open('/create');
  await says('Your Projects', ...added.map(({ niche_name }) => niche_name));
  return added;
}

describe('a first run', () => {
  const fields = ['Niche Name *', 'Source URL 1 *', 'Source URL 2 *'] as const;
  const entries = () => fields.map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value);
  async function enterProject(niche: string, first: string, second: string, platform: string) {
    await open('/create');
    await fill('Niche Name *', niche);
    await fill('Source URL 1 *', sources.origin + first);
    await fill('Source URL 2 *', sources.origin + second);
    await press(platform, { role: 'checkbox' });
  }

  it('that can read no source keeps the entries, says why beside them, and leaves no project', async () => {
    await enterProject('Home baking', '/404', '/pdf', 'Facebook');
    await submit();
    const unread = 'No source could be read, so no project was created. Change the addresses, then try again.';
    await says(unread, '(404)', 'not a page');
    expect(entries()).toEqual(['Home baking', `${sources.origin}/404`, `${sources.origin}/pdf`]);
    expect(await projects()).toEqual([]);
    expect((await app.member.from('project_bin').select('id').throwOnError()).data).toEqual([]);
  });

  // Complete projects, with the pictures of their posts, are tested in tests/e2e/main-job.test.ts.
  it.runIf(isFull)('needs one address that can be read', async () => {
    await enterProject('Home baking', '/sourdough.html', '/pdf', 'Facebook');
    await submit();
    await says('Content Generated! 🎉', 'Last read just now:', 'Could not be read just now.', 'Next posts');
    expect(await projects()).toHaveLength(1);
    expect(entries()).toEqual(['', '', '']);
    // After posts by the built-in writer, a local model is suggested, once.
    await says(MODEL_HINT, 'Install one in Settings');
    await press('Dismiss the hint');
    await saysNoMore(MODEL_HINT);
    expect(localStorage.getItem('create.model-hint')).toBe('shown');
  });
});

describe('a project', () => {
  it('is paused, edited and resumed by keyboard alone, and deleted with a way back', async () => {
    await openWith({});
    await says('AI Autopilot, which adds 1 a day, is off.');
    expect(screen.getByRole('link', { name: 'AI Autopilot in Settings' }).getAttribute('href')).toBe(
      '/settings/posting',
    );
    await enter('Pause');
    await says('Project paused');
    await enter('Edit');
    await says('Edit Project');
    await app.user.keyboard('{Control>}a{/Control}Bagels{Enter}');
    await says('Project saved', 'Bagels');
    await enter('Resume');
    await says('Project resumed');
    expect(await projects()).toMatchObject([{ niche_name: 'Bagels', is_paused: false, platforms: ['facebook'] }]);
    await press('Delete');
    await says('Project deleted', 'Recently deleted', 'No projects yet');
    expect(await projects()).toEqual([]);
    await press('Undo');
    await says('Project restored');
    expect(await projects()).toHaveLength(1);
  });

  it.runIf(isFull)(
    'is generated for on request, without sources when asked, and its posts can be seen alone',
    async () => {
      const urls = { source_url_1: `${sources.origin}/404`, source_url_2: `${sources.origin}/pdf` };
      const [project] = await openWith(urls);
      await press('Generate now');
      await says('No posts made', 'No source could be read, so no posts were made.');
      const asked = app.answer(GENERATE, { success: true, created: 2 });
      await press('Make posts without them');
      await says('2 posts scheduled');
      expect(asked).toEqual([expect.stringContaining(JSON.stringify({ project: project?.id, withoutSources: true }))]);
      await press('See posts', { role: 'link' });
      await isAt(`/scheduler?project=${project?.id}`);
    },
  );
});
