import type { ContentStyleTemplatesRow } from '../../shared/workspace/database.ts';
import { byRole, waitForText } from './browser.ts';
import { sharedPage } from './shared-page.ts';

/** The requests of this method about templates. */
export const CALL = (method: string) => new RegExp(`^${method} .*/rest/v1/content_style_templates`);
/** The answer of a backend that can store nothing. */
export const FULL = { status: 500, body: { message: 'The database is full.' } };

type Seed = Partial<ContentStyleTemplatesRow> & { name: string };

/** The Content Templates screen on a page that the file's tests share. Called once at the top of a file. */
export function templatesScreen() {
  const shared = sharedPage();

  return Object.assign(shared, {
    /** Leaves exactly these templates in the workspace and opens the screen. */
    async openWith(...seeds: Seed[]) {
      const { member, page, agent } = shared;
      await member.from('content_style_templates').delete().not('id', 'is', null).throwOnError();
      const rows = seeds.map((seed) => ({ description: '', prompt_template: 'Write about {niche}.', ...seed }));
      if (rows.length > 0) await member.from('content_style_templates').insert(rows).throwOnError();
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(new URL('/templates', agent.url).href);
      await waitForText(page, 'Create New Template', seeds[0]?.name ?? 'No templates yet');
    },

    /** The template of this name as it is stored, if there is one. */
    async stored(name: string) {
      const { member } = shared;
      return (await member.from('content_style_templates').select('*').eq('name', name).maybeSingle().throwOnError())
        .data;
    },

    press: (name: string) => byRole(shared.page, 'button', name).click(),
  });
}
