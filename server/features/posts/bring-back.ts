import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type BroughtBackPost,
  EVERGREEN_SUCCESS,
  type EvergreenPost,
  type EvergreenQuery,
  evergreenPostSchema,
} from '../../../shared/memory/evergreen.ts';
import { type BroughtBack, type Newness, readBroughtBack, WORDS_NOTES } from '../../../shared/posts/brought-back.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';
import { type ComposeDeps, describe } from './compose.ts';
import { findPost, readPostOf } from './find-post.ts';
import { NEW_WORDS_NEED_MODEL, NOT_OUT, noSuchPost, rests } from './messages.ts';

type Texts = Pick<GeneratedContentRow, 'caption' | 'alternatives' | 'account_versions'>;

export type BringBackDeps = ComposeDeps & {
  /** Rewords texts of the content with the id `not`; null without a model. AppError with the remedy if that fails. */
  reword(
    asked: {
      texts: { text: string; platforms: Platform[] }[];
      goal: { platforms: Platform[]; account_ids: string[] | null };
      not: string;
    },
    client: Client,
    signal: AbortSignal,
  ): Promise<{ texts: (string | null)[]; writer: string } | null>;
};

const answerSchema = z.object({
  state: z.enum(['done', 'known', 'gone', 'unpublished', 'resting']),
  until: z.string().nullish(),
  draft: z.string().nullish(),
});
/** The most texts of one post that a model rewords; further versions keep theirs. */
const TEXTS_MAX = 8;

/** The posts that may be brought back, the best first. */
export async function listEvergreen(client: Client, { account, limit }: EvergreenQuery): Promise<EvergreenPost[]> {
  const asked = { at_least: EVERGREEN_SUCCESS, account, most: limit };
  const rows = dataOf(await client.rpc('evergreen_posts', asked), 'look for what worked');
  return z.array(evergreenPostSchema).parse(rows);
}

/**
 * Makes a draft of a published post that has rested, reworded by a model if there is one. If rewording fails, the draft
 * is kept and the answer's note says why. AppError not_found, or conflict for a post that cannot be brought back.
 */
export async function bringBack(
  deps: BringBackDeps,
  { id, draft = randomUUID() }: { id: string; draft?: string | undefined },
  signal: AbortSignal,
): Promise<BroughtBackPost> {
  const { client } = deps;
  const { content } = await findPost(client, id);
  const asked = { content: content.id, new_id: draft, at: deps.now().toString() };
  const answer = answerSchema.parse(dataOf(await client.rpc('bring_back_content', asked), 'bring it back'));
  if (answer.state === 'gone') throw new AppError('not_found', noSuchPost(id));
  if (answer.state === 'unpublished') throw new AppError('conflict', NOT_OUT);
  if (answer.state === 'resting') throw new AppError('conflict', rests(answer.until ?? '', answer.draft ?? null));
  const made = (await readPostOf(client, draft)).content;
  // A draft that already exists is not reworded, since the user may have edited it.
  const trouble = answer.state === 'known' ? null : await renew(deps, made, content.id, signal);
  const post = await readPostOf(client, draft);
  const from = readBroughtBack(post.content.brought_back) as BroughtBack;
  const note = [trouble, WORDS_NOTES[from.words]].filter(Boolean).join(' ') || null;
  return { ...(await describe(deps, post)), from, note };
}

/** Rewords the draft. Returns why that failed, or null. */
async function renew(
  { client, reword }: BringBackDeps,
  draft: GeneratedContentRow,
  not: string,
  signal: AbortSignal,
): Promise<string | null> {
  const texts = textsOf(draft);
  const from = readBroughtBack(draft.brought_back);
  if (texts.length === 0 || !from) return null;
  try {
    const { platforms, account_ids } = draft;
    const said = await reword({ texts, goal: { platforms, account_ids }, not }, client, signal);
    if (!said) return NEW_WORDS_NEED_MODEL;
    const fresh = new Map(texts.flatMap(({ text }, place) => (said.texts[place] ? [[text, said.texts[place]]] : [])));
    if (fresh.size === 0) return null;
    const versions = withWords(draft, (text) => fresh.get(text) ?? text);
    const words: Newness = allTexts(draft).every((text) => fresh.has(text)) ? 'new' : 'some';
    const renewed = { ...versions, writer: said.writer, brought_back: { ...from, words } };
    // If the user has edited the draft in the meantime, the edit is kept.
    const drafts = client.from('generated_content').update(renewed).eq('id', draft.id);
    const { error } = await drafts.eq('updated_at', draft.updated_at);
    return error ? error.message : null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

/** The distinct texts of a post that are not blank. */
function allTexts({ caption, alternatives, account_versions }: Texts): string[] {
  const versions = [...Object.values(alternatives), ...Object.values(account_versions)];
  return [...new Set([caption, ...versions.map((version) => version.caption)])].filter((text) => text.trim() !== '');
}

/** Each text with the platforms that it has to fit. */
function textsOf(draft: GeneratedContentRow): { text: string; platforms: Platform[] }[] {
  const { alternatives, platforms } = draft;
  return allTexts(draft)
    .slice(0, TEXTS_MAX)
    .map((text) => {
      const own = platforms.filter((platform) => alternatives[platform]?.caption === text);
      const rest = platforms.filter((platform) => !alternatives[platform]);
      const fits = [...own, ...(text === draft.caption ? rest : [])];
      return { text, platforms: fits.length > 0 ? fits : platforms };
    });
}

function withWords({ caption, alternatives, account_versions }: Texts, say: (text: string) => string): Texts {
  const anew = <Versions extends object>(versions: Versions) =>
    Object.fromEntries(
      Object.entries(versions).map(([key, version]) => [key, { ...version, caption: say(version.caption) }]),
    ) as Versions;
  return { caption: say(caption), alternatives: anew(alternatives), account_versions: anew(account_versions) };
}
