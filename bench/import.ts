import { randomUUID } from 'node:crypto';
import type { Client } from '../server/supabase/connection.ts';
import { pathTo } from '../shared/api/operation.ts';
import { importApi } from '../shared/api/posts.ts';
import type { ImportAnswer } from '../shared/posts/import/import.ts';
import { startAgentProcess } from './agent-process.ts';
import { byDepth } from './depth.ts';
import { seedPosts } from './scheduler.ts';
import { median } from './table.ts';
import { addBenchAccount, signInBench, withDataDir } from './workspace.ts';

const LINES = byDepth(1000, 50);
const ROUNDS = byDepth(5, 1);
const AIM_SECONDS = 3;

type Post = { time: string; text: string; hashtags: string[] };

/**
 * Reads, checks and schedules a file of 1,000 posts in a workspace with 10,000 others, compared with plain inserts of
 * the same rows in two requests.
 */
export async function benchImport(): Promise<Record<string, string>[]> {
  return withDataDir(async (dataDir) => {
    await addBenchAccount(dataDir);
    const agent = await startAgentProcess(dataDir);
    try {
      await seedPosts(dataDir);
      const { client, token } = await signInBench(agent.url);
      const imported: number[] = [];
      const inserted: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const posts = Array.from({ length: LINES }, (_, line) => postOf(line));
        imported.push(await secondsOf(() => importPosts(agent.url, token, posts)));
        inserted.push(await secondsOf(() => insertPosts(client, posts)));
      }
      const beside = median(inserted);
      return [
        row(`${LINES} lines imported (s)`, median(imported), beside, `under ${AIM_SECONDS}`),
        row('the same rows inserted (s)', beside, beside, ''),
      ];
    } finally {
      await agent.stop();
    }
  });
}

const row = (what: string, seconds: number, beside: number, aim: string) => ({
  what,
  measured: seconds.toFixed(2),
  ratio: `${(seconds / beside).toFixed(1)}x`,
  aim,
});

const postOf = (line: number): Post => ({
  time: new Date(Date.UTC(2031, 0, 1) + line * 3_600_000).toISOString(),
  text: `Loaf ${line}: ${'crust and crumb '.repeat(10)}`,
  hashtags: ['#bread', `#loaf${line}`],
});

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function importPosts(url: string, token: string, posts: Post[]): Promise<void> {
  const lines = posts.map(({ time, text, hashtags }) => `${time},"${text}",bluesky|mastodon,${hashtags.join(' ')}`);
  const text = ['when,text,platforms,hashtags', ...lines].join('\n');
  const response = await fetch(new URL(pathTo(importApi.importPosts, {}), url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: randomUUID(), text, dryRun: false }),
  });
  const answer: ImportAnswer = await response.json();
  if (answer.imported !== posts.length) throw new Error(`The import answered ${JSON.stringify(answer)}`);
}

async function insertPosts(client: Client, posts: Post[]): Promise<void> {
  const contents = posts.map(({ text, hashtags }) => ({
    id: randomUUID(),
    content_type: 'text' as const,
    status: 'scheduled' as const,
    caption: text,
    hashtags,
    platforms: ['bluesky' as const, 'mastodon' as const],
  }));
  await client.from('generated_content').insert(contents).throwOnError();
  const places = contents.map(({ id }, n) => ({ content_id: id, scheduled_time: posts[n]?.time ?? '' }));
  await client.from('scheduled_posts').insert(places).throwOnError();
}
