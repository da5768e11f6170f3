import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '../server/supabase/sql/template.ts';
import { generationResultSchema } from '../shared/posts/generation.ts';
import { startSourceServer } from '../tests/helpers/source-server.ts';
import { startAgentProcess } from './agent-process.ts';
import { openDatabase } from './database.ts';
import { byDepth } from './depth.ts';
import { median } from './table.ts';
import { withDataDir } from './workspace.ts';

const ROUNDS = byDepth(5, 1);
const MANY = 10;
const AIM_MS = 2000;

/**
 * Times generations by the built-in writer from request to response, with sources on loopback and no earlier posts.
 */
export async function benchGeneration(): Promise<Record<string, string>[]> {
  return withDataDir(async (dataDir) => {
    const agent = await startAgentProcess(dataDir);
    const sources = await startSourceServer();
    const database = openDatabase(dataDir);
    try {
      const pages = ['sourdough', 'home-brewing'].map((name) => `${sources.origin}/${name}.html`);
      await database.rows(sql`
        insert into public.content_projects (niche_name, source_url_1, source_url_2, platforms)
        values ('Home baking', ${pages[0] ?? ''}, ${pages[1] ?? ''}, array['instagram', 'facebook'])`);
      const authorization = `Bearer ${(await readFile(join(dataDir, 'agent-token'), 'utf8')).trim()}`;
      const time = async (count: number) => {
        await database.rows(sql`delete from public.generated_content`);
        const began = performance.now();
        const answer = await fetch(`${agent.url}/api/generation`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ count }),
        });
        const ms = performance.now() - began;
        const { created, message } = generationResultSchema.parse(await answer.json());
        if (created !== count) throw new Error(`Made ${created} of ${count} posts: ${message}`);
        const [made] = await database.rows<{ pictures: number }>(
          sql`select sum(jsonb_array_length(media))::integer as pictures from public.generated_content`,
        );
        return { ms, pictures: Number(made?.pictures) };
      };
      const first = await time(MANY);
      const many = await times(ROUNDS, () => time(MANY));
      const one = await times(ROUNDS, () => time(1));
      return [
        row(`${MANY} posts, the first of an agent`, [first], AIM_MS),
        row(`${MANY} posts`, many, AIM_MS),
        row('1 post', one),
      ];
    } finally {
      await database.close();
      await sources.close();
      await agent.stop();
    }
  });
}

type Timed = { ms: number; pictures: number };

async function times(count: number, run: () => Promise<Timed>): Promise<Timed[]> {
  const all: Timed[] = [];
  while (all.length < count) all.push(await run());
  return all;
}

function row(what: string, runs: Timed[], aimMs?: number): Record<string, string> {
  const perPicture = runs.map(({ ms, pictures }) => ms / pictures);
  return {
    what,
    pictures: median(runs.map(({ pictures }) => pictures)).toFixed(0),
    'median (ms)': median(runs.map(({ ms }) => ms)).toFixed(0),
    'worst (ms)': Math.max(...runs.map(({ ms }) => ms)).toFixed(0),
    'a picture (ms)': median(perPicture).toFixed(0),
    'aim (ms)': aimMs?.toFixed(0) ?? '-',
  };
}
