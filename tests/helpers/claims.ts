import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import { isFull } from './depth.ts';
import type { TestBackend } from './embedded.ts';
import { workerBackend } from './worker-agent.ts';

/** How many claim at once, and how often a race is repeated. */
export const CLAIMERS = isFull ? 20 : 8;
export const ROUNDS = isFull ? 5 : 2;

export const HOUR_MS = 3_600_000;

/** The current time for claims, in ms since 1970. */
export const NOW = Date.parse('2026-11-21T07:00:00Z');

/** A time `ms` after NOW, as ISO 8601. */
export const at = (ms = 0) => new Date(NOW + ms).toISOString();

/** Runs the work for many owners at once. */
export function atOnce<T>(work: (owner: string) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: CLAIMERS }, () => work(randomUUID())));
}

/** A separate database with a member who claims, shared by the file's tests. Called once at the top of a file. */
export function claimsBackend() {
  let backend: TestBackend;
  let member: Client;

  beforeAll(async () => {
    backend = await workerBackend();
    member = await backend.memberClient();
  });
  afterAll(() => backend?.close());

  /** Calls a function that the features' generated types do not contain yet, by default as a member. */
  async function call<T>(name: string, args: object, client: Client = member): Promise<T> {
    const { data, error } = await (client as unknown as SupabaseClient).rpc(name, args);
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return data;
  }

  return {
    /** The database, once it is open. */
    get backend() {
      return backend;
    },
    /** A member's client, once the database is open. */
    get member() {
      return member;
    },
    call,
  };
}
