import { EditorView } from '@codemirror/view';
import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { appInDocument, says } from './app.tsx';

type NewScript = { name: string; code?: string };

/** The UI backed by scripts; each test of the file begins without any. Called once at the top of a file. */
export function scriptsInDocument(...start: Parameters<typeof appInDocument>) {
  const app = appInDocument(...start);
  const scripts = () => app.agent.admin.from('puppeteer_scripts');
  beforeEach(() => scripts().delete().not('id', 'is', null).throwOnError());

  /** The editor's own text is what it shows. Key presses in it need a real browser (tests/e2e/scripts.test.ts). */
  const editor = async () => {
    const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: 'Script Editor' }));
    if (!view) throw new Error('There is no editor.');
    return view;
  };

  /** Inserts scripts, newest first, approved on this machine, and returns their ids. */
  async function insertScripts(...added: NewScript[]): Promise<string[]> {
    const rows = added.map(({ name, code }, index) => ({
      name,
      code: code ?? `// ${name}`,
      created_at: new Date(Date.UTC(2026, 0, 28 - index)).toISOString(),
    }));
    const { data } = await scripts().insert(rows).select('id').throwOnError();
    for (const { code: script } of rows) await app.agent.call('/api/scripts/approvals', { body: { script } });
    return data.map(({ id }) => id);
  }

  /** Waits until the editor shows this code. */
  const hasCode = (code: string) => waitFor(async () => expect((await editor()).state.doc.toString()).toBe(code));

  return Object.assign(app, {
    scripts,
    insertScripts,
    hasCode,

    /** Opens the screen with these scripts, the first one selected. Returns its id. */
    async openWith(first: NewScript, ...others: NewScript[]): Promise<string> {
      const [id = ''] = await insertScripts(first, ...others);
      await app.open('/scripts');
      await hasCode(first.code ?? `// ${first.name}`);
      return id;
    },

    /** Each script as stored, newest first: "name: code". */
    async stored() {
      const { data } = await scripts().select().order('created_at', { ascending: false }).throwOnError();
      return data.map(({ name, code }) => `${name}: ${code}`);
    },

    /** Adds to the end of the script. */
    async typeCode(insert: string) {
      const view = await editor();
      view.dispatch({ changes: { from: view.state.doc.length, insert } });
      await says('Unsaved changes');
    },

    async replaceCode(insert: string) {
      const view = await editor();
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
    },

    /** Selects a script in the list. */
    select: async (name: string) => app.user.click(await waitFor(() => row(name))),
    save: () => app.user.keyboard('{Control>}s{/Control}'),

    /** Waits until the run of the selected script has this status ("Success"). */
    hasStatus: (status: string) =>
      waitFor(() => expect(document.querySelector(`main header [role=img][aria-label="${status}"]`)).not.toBeNull()),
  });
}

const rows = () => [...document.querySelectorAll<HTMLElement>('li button[title]')];
/** The names of the listed scripts. */
export const names = () => rows().map(({ title }) => title);

/** A script's row in the list. */
export function row(name: string): HTMLElement {
  const found = rows().find(({ title }) => title === name);
  if (!found) throw new Error(`The list has no script ${name}.`);
  return found;
}

/** The lines of the latest run, or of a run in the history. */
export const lines = (role: 'log' | 'region' = 'log') =>
  [...document.querySelectorAll(`[role=${role}] p`)].map(({ textContent }) => textContent);
