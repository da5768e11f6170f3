/**
 * In place of @supabase/realtime-js in the browser (vite.config.ts): no screen listens to channels, and the client
 * would bring 14 kB to every first screen. It only hands on the access token.
 */
export class RealtimeClient {
  setAuth(): Promise<void> {
    return Promise.resolve();
  }
}
