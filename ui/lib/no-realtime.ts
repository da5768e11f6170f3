/**
 * Stands in for @supabase/realtime-js in the build (vite.config.ts): no screen listens to realtime channels (§7), and the real one would add
 * 14 kB to the first load. supabase-js makes a client and hands it the session's token; anything else is a mistake and says so.
 */
export class RealtimeClient {
  setAuth(): Promise<void> {
    return Promise.resolve();
  }

  channel(): never {
    throw new Error(
      'This build has no realtime channels: remove the alias of @supabase/realtime-js in vite.config.ts.',
    );
  }
}
