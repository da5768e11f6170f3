import { z } from 'zod';
import { parseUrl } from '../../../../../shared/web/parse-url.ts';
import { type OutgoingPost, PublishError } from '../../publisher.ts';
import type { Api } from '../kit/api.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { idSchema, readList } from './api.ts';

/** Pages of 250 boards or sections each: far more than users have. */
const PAGES_MAX = 4;
/** How many names a message shows. */
const NAMED_MAX = 10;

const ownerSchema = z
  .object({ username: z.string().catch('') })
  .optional()
  .catch(undefined);
const boardSchema = z.object({ id: idSchema, name: z.string(), owner: ownerSchema });
const sectionSchema = z.object({ id: idSchema, name: z.string() });
type Named = { id: string; name: string };

/** Where a pin goes: a board, or a section of it. */
export type Place = { boardId: string; sectionId: string | null };

/**
 * The board and section that were chosen for a post. Throws PublishError `rejected` if the account does not have them.
 * https://developers.pinterest.com/docs/api/v5/boards-list,
 * https://developers.pinterest.com/docs/api/v5/board_sections-list
 */
export async function placeOf(api: Api, post: OutgoingPost): Promise<Place> {
  const { text } = chosenOptions(post);
  const wanted = text('board')?.trim();
  if (!wanted) throw new PublishError('rejected', 'Choose a board for the pin, in the post or for the account.');
  const boards = await listed(api, '/boards', boardSchema, 'look for the board');
  const path = pathOf(wanted);
  const board =
    boards.find(({ id }) => id === wanted) ??
    boards.find(({ name }) => same(name, wanted)) ??
    boards.find(({ name, owner }) => path !== null && path.owner === owner?.username && path.slug === slugOf(name));
  if (!board) throw new PublishError('rejected', notThere('board', wanted, boards));
  const section = text('section')?.trim();
  if (!section) return { boardId: board.id, sectionId: null };
  const sections = await listed(api, `/boards/${board.id}/sections`, sectionSchema, 'look for the section');
  const found = sections.find(({ id, name }) => id === section || same(name, section));
  if (!found)
    throw new PublishError('rejected', `${notThere('section', section, sections)} It has to be in "${board.name}".`);
  return { boardId: board.id, sectionId: found.id };
}

/** The names of the account's boards, to choose from; empty if Pinterest cannot list them now. */
export async function boardNames(api: Api): Promise<string[]> {
  const asked = readList(api, { step: 'read boards', path: '/boards', schema: boardSchema, pages: 1 });
  const { items } = await asked.catch((error: unknown) => {
    if (error instanceof PublishError && error.errorClass !== 'auth') return { items: [] };
    throw error;
  });
  return [...new Set(items.map(({ name }) => name.slice(0, 300)))];
}

async function listed<T extends Named>(api: Api, path: string, schema: z.ZodType<T>, step: string): Promise<T[]> {
  return (await readList(api, { step, path, schema, pages: PAGES_MAX })).items;
}

function same(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(one) === plain(other);
}

/** The owner and the slug in a board's address, such as `https://www.pinterest.com/ada/sourdough-bread/`. */
function pathOf(address: string): { owner: string; slug: string } | null {
  const url = parseUrl(address);
  if (!url || !/(^|\.)pinterest\.[a-z.]+$/.test(url.hostname)) return null;
  const [owner, slug] = url.pathname.split('/').filter(Boolean).map(decoded);
  return owner && slug ? { owner, slug } : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A board's name as it appears in its address. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

function notThere(what: 'board' | 'section', wanted: string, known: readonly Named[]): string {
  const names = known.slice(0, NAMED_MAX).map(({ name }) => `"${name}"`);
  const more = known.length > names.length ? ' and others' : '';
  const there =
    names.length > 0 ? `There are ${names.join(', ')}${more}.` : `There is no ${what} yet: create one on Pinterest.`;
  return `There is no ${what} "${wanted}". ${there}`;
}
