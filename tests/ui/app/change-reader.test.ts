import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { changeReader } from '@/app/shell/change-reader.ts';
import { followChanges } from '@/lib/changes.ts';

/** A fake Supabase Realtime server (https://supabase.com/docs/guides/realtime/protocol). */
async function startRealtime() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((open) => server.once('listening', open));
  onTestFinished(() => server.close());
  const joined: { token: unknown; path: string | undefined }[] = [];
  const tell = new Set<(table: string) => void>();
  server.on('connection', (socket, { url: path }) => {
    socket.on('message', (text) => {
      const [join, ref, topic, event, payload] = JSON.parse(String(text));
      const response = { postgres_changes: [{ id: 7, event: '*', schema: 'public' }] };
      socket.send(JSON.stringify([join, ref, topic, 'phx_reply', { status: 'ok', response }]));
      if (event !== 'phx_join') return;
      joined.push({ token: payload.access_token, path });
      tell.add((table) => {
        const data = { schema: 'public', table, type: 'UPDATE', columns: [], record: {}, old_record: {}, errors: null };
        socket.send(JSON.stringify([null, null, topic, 'postgres_changes', { ids: [7], data }]));
      });
    });
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    joined,
    change: (table: string) => {
      for (const one of tell) one(table);
    },
  };
}

it('reads again what others change, once for a bunch of changes, and nothing else', async () => {
  const realtime = await startRealtime();
  // Node 20 has no built-in WebSocket.
  vi.stubGlobal('WebSocket', WebSocket);
  onTestFinished(() => void vi.unstubAllGlobals());
  const queries = new QueryClient();
  const read = { posts: 0, settings: 0 };
  const follow = (queryKey: string[], name: keyof typeof read) =>
    queries.fetchQuery({ queryKey, queryFn: async () => ++read[name] });
  await Promise.all([follow(['scheduled_posts', 'list'], 'posts'), follow(['app_settings'], 'settings')]);
  const reader = changeReader(queries);
  const config = { supabaseUrl: realtime.url, supabaseKey: 'public' };
  const end = followChanges(config, async () => 'of-a-member', reader);
  onTestFinished(end);
  const isStale = (key: string) => queries.getQueryCache().find({ queryKey: [key], exact: false })?.state.isInvalidated;
  const invalidated = vi.spyOn(queries, 'invalidateQueries');
  await vi.waitFor(() => expect(realtime.joined).toHaveLength(1));
  expect(realtime.joined[0]).toMatchObject({ token: 'of-a-member', path: expect.stringContaining('apikey=public') });
  for (const table of ['generated_content', 'scheduled_posts', 'scheduled_posts']) realtime.change(table);
  await vi.waitFor(() => expect(isStale('scheduled_posts')).toBe(true), 3000);
  expect(isStale('app_settings')).toBe(false);
  expect(invalidated).toHaveBeenCalledTimes(1);
});
