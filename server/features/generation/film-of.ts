import { CARD_STYLES, CARD_THEMES } from '../../../shared/pictures/card.ts';
import { asOnePost } from '../../../shared/posts/thread-parts.ts';
import type { FilmAnswer, FilmOrder } from '../../../shared/video/making.ts';
import { GenerationError } from '../../generation/generation-error.ts';
import { makeFilm } from '../../generation/video/make-film.ts';
import { planVideo } from '../../generation/video/plan-video.ts';
import { readingMs } from '../../generation/video/reading-time.ts';

/**
 * Makes the film of a post, in a worker. Options that were not chosen are derived from the post's id, so that
 * consecutive posts differ.
 */
export async function filmOf({ post, request, ...order }: FilmOrder): Promise<FilmAnswer> {
  const { niche, source, brand, slides, pictures, spoken, design: own } = order;
  const seed = Number.parseInt(post.id.replaceAll('-', '').slice(0, 8), 16);
  const style = request.style ?? own?.style ?? CARD_STYLES[seed % CARD_STYLES.length] ?? 'paper';
  const theme = request.theme ?? own?.theme ?? CARD_THEMES[seed % CARD_THEMES.length] ?? 'light';
  const { plan, pace = 'normal', length = 'medium', mood, musicFile } = request;
  const said = { caption: asOnePost(post.caption), slides, pictures };
  try {
    const design = { style, theme };
    const options = {
      design,
      pace,
      seed,
      length,
      ...(mood !== undefined && { mood }),
      ...(spoken && { room: spoken.room }),
    };
    const used = plan ?? planVideo(said, options);
    const spokenMs = (words: string) => (spoken?.ms ? (spoken.ms[words] ?? 0) : readingMs(words));
    const film = await makeFilm(used, { niche, source, brand }, spoken && spokenMs);
    return { plan: used, film: musicFile ? { ...film, music: null, musicFile } : film };
  } catch (error) {
    if (error instanceof GenerationError && error.code === 'bad_input') return { refusal: error.message };
    throw error;
  }
}
