import type { FastifyRequest } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import { importApi } from '../../../shared/api/posts.ts';
import { UnreadableImport } from '../../../shared/posts/import/decode.ts';
import type { ImportAnswer, importRequestSchema } from '../../../shared/posts/import/import.ts';
import { IMPORT_MAX_PROBLEMS } from '../../../shared/posts/import/limits.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { readColumns } from './columns.ts';
import type { CsvLine } from './csv.ts';
import { indexLibrary } from './library.ts';
import { nearDuplicatesOfLines } from './near-duplicates.ts';
import { planImport } from './plan.ts';
import { importStore } from './store.ts';

export type ImportDeps = {
  /** A client with the caller's rights; null if there is none. */
  clientFor(request: FastifyRequest): Client | null;
  now?: (() => Temporal.Instant) | undefined;
};

/**
 * Reads a file of posts, reports problems by line and, unless it is a dry run, creates its posts: all of them, or none
 * if a line has an error. 400 if the file is not a table.
 */
export function importRoutes({ clientFor, now = Temporal.Now.instant }: ImportDeps): Routes {
  return routesOf(importApi, {
    importPosts: async (request) => {
      const client = clientFor(request);
      if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
      return importFile(client, request.body, now());
    },
  });
}

async function importFile(
  client: Client,
  request: z.output<typeof importRequestSchema>,
  now: Temporal.Instant,
): Promise<ImportAnswer> {
  const columns = readColumns(await linesOf(request.text));
  if (typeof columns === 'string') throw new AppError('bad_input', columns);
  const store = importStore(client);
  const hasMedia = columns.fields.includes('media');
  const [timezone, accounts, files] = await Promise.all([
    store.timezone(),
    store.accounts(),
    hasMedia ? store.library() : [],
  ]);
  const { platforms, accounts: chosenAccounts, dateOrder } = request;
  const library = indexLibrary(files);
  const context = { now, timezone, accounts, library, platforms, chosenAccounts, dateOrder };
  const { posts, answer, hasErrors } = planImport(columns, context);
  if (request.dryRun || hasErrors) {
    const lines = posts.map(({ fields }, index) => ({ line: columns.lines[index]?.line ?? 0, fields }));
    const near = await nearDuplicatesOfLines(client, lines, context);
    const problems = [...answer.problems, ...near].slice(0, IMPORT_MAX_PROBLEMS).sort((a, b) => a.line - b.line);
    return { ...answer, problems, imported: 0 };
  }
  const made = await store.write(request.id, posts);
  if (made.state === 'late') throw new AppError('conflict', TOO_LATE);
  return { ...answer, imported: made.posts };
}

/** The parser is loaded on first use. */
async function linesOf(text: string): Promise<CsvLine[]> {
  const { readCsv } = await import('./csv.ts');
  try {
    return readCsv(text);
  } catch (error) {
    if (!(error instanceof UnreadableImport)) throw error;
    throw new AppError('bad_input', error.message, { cause: error });
  }
}

const NEEDS_SECRET_KEY =
  'Importing posts from here needs the secret key of your Supabase project: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
const TOO_LATE =
  'The time of a post has passed in the meantime. Nothing was imported. Choose a later time and import again.';
