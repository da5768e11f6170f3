import type { Brand } from '../../../shared/pictures/brand.ts';
import type { CardDesign } from '../../../shared/pictures/card.ts';
import { paletteFor } from '../../../shared/pictures/palette.ts';
import { FILM, FILM_MAX_MS, type Film, type Layer, type Scene } from '../../../shared/video/film.ts';
import { EXIT_MS } from '../../../shared/video/motion.ts';
import type { PlanScene, VideoPlan } from '../../../shared/video/plan.ts';
import { drawableText } from '../cards/draw-card.ts';
import { loadFonts } from '../cards/fonts/font-set.ts';
import { hasRightToLeft, isRightToLeft } from '../cards/layout/direction.ts';
import { paragraphOf } from '../cards/layout/paragraph.ts';
import { GenerationError } from '../generation-error.ts';
import { captionsOf } from './captions.ts';
import { band } from './looks/band.ts';
import { headline } from './looks/headline.ts';
import { paper } from './looks/paper.ts';
import { VIDEO_MESSAGES } from './messages.ts';
import { pictureView } from './picture-view.ts';
import type { DrawnScene, Look, SceneContent } from './scene-content.ts';
import { spokenLanguage, spokenWords } from './spoken-words.ts';
import { durationsOf, type TimedScene, VOICE_AFTER_MS } from './timing.ts';

const LOOKS: Record<CardDesign['style'], Look> = { paper, headline, band };

/**
 * The owner of a film: the handle or niche is in each scene, and everything on the closing card. Missing values are
 * empty strings.
 */
export type FilmOwner = { niche: string; source: string; brand: Brand };

/** The parts of a scene's content that all scenes of a film share. */
type Common = Pick<SceneContent, 'niche' | 'handle' | 'source' | 'theme' | 'palette' | 'isRtl' | 'typeset'>;

/**
 * Makes the film of a plan, with all words as paths. Omits characters that no bundled font has, and scenes without
 * words. Throws GenerationError `bad_input` if no scene is left, the words of a scene do not fit, or all of them take
 * longer to read than a film may last; for a plan made by `planVideo` only if no font has its script, or its speech is
 * too long. `spokenMs` returns the duration of spoken words in milliseconds; null for a film without speech.
 */
export async function makeFilm(
  plan: VideoPlan,
  owner: FilmOwner,
  spokenMs: ((words: string) => number) | null = null,
): Promise<Film> {
  const { common, scenes } = await prepare(plan, owner, spokenMs);
  const durations = durationsOf(scenes, plan.pace);
  const totalMs = durations.reduce((sum, ms) => sum + ms, 0);
  if (totalMs > FILM_MAX_MS) {
    const seconds = [Math.ceil(totalMs / 1000), Math.floor(FILM_MAX_MS / 1000)] as const;
    throw new GenerationError('bad_input', VIDEO_MESSAGES[spokenMs ? 'tooLongToSpeak' : 'tooLong'](...seconds));
  }
  const look = LOOKS[plan.design.style];
  const drawn = contentsOf(scenes, common).map((content, index) => {
    const scene = look.scene(content);
    if (!scene) throw new GenerationError('bad_input', VIDEO_MESSAGES.sceneTooLong(index + 1));
    return scene;
  });
  const starts = durations.map((_, index) => durations.slice(0, index).reduce((sum, ms) => sum + ms, 0));
  const made = keepHeaders(drawn).map(({ ground, shapes, layers }, index): Scene => {
    const picture = scenes[index]?.picture;
    return {
      startMs: starts[index] ?? 0,
      durationMs: durations[index] ?? 0,
      ground,
      shapes,
      picture: picture ? pictureView(picture, index, common.palette.deep) : null,
      layers,
    };
  });
  return {
    ...FILM,
    durationMs: totalMs,
    ...plan.design,
    scenes: made,
    progress: progressOf(look, drawn, made, totalMs, common.isRtl),
    pictures: [...new Set(scenes.flatMap(({ picture }) => picture ?? []))],
    music: plan.mood && { mood: plan.mood, seed: plan.seed },
    musicFile: null,
    speech: scenes.flatMap(({ words, spokenMs: durationMs }, index) =>
      durationMs === null ? [] : { startMs: (starts[index] ?? 0) + VOICE_AFTER_MS, durationMs, words },
    ),
    language: spokenLanguage(scenes.map(({ words }) => words).join('\n')),
    captions: scenes.flatMap((scene, index) => captionsOf(scene, starts[index] ?? 0, durations[index] ?? 0)),
    // The hook, just before its exit.
    coverMs: Math.max(0, (durations[0] ?? 0) - EXIT_MS),
  };
}

/** Keeps a header on screen between adjacent scenes while it is identical; it exits when it changes. */
function keepHeaders(drawn: readonly DrawnScene[]): DrawnScene[] {
  const hasLike = (scene: DrawnScene | undefined, layer: Layer) =>
    scene?.layers.some((other) => other.stays && isAlike(other, layer)) ?? false;
  return drawn.map((scene, index) => ({
    ...scene,
    layers: scene.layers.map(({ stays, ...layer }) => {
      if (!stays) return layer;
      const entrance = hasLike(drawn[index - 1], layer) ? ({ kind: 'fade', atMs: 0, durationMs: 0 } as const) : null;
      return { ...layer, ...(entrance && { entrance }), ...(hasLike(drawn[index + 1], layer) && { stays }) };
    }),
  }));
}

function isAlike(one: Layer, other: Layer): boolean {
  return one.inks.every(({ d, fill }, index) => d === other.inks[index]?.d && fill === other.inks[index]?.fill);
}

type Words = PlanScene & TimedScene & { heading: string; words: string };

/** The scenes with words that can be drawn, and the content that they share. */
async function prepare(
  plan: VideoPlan,
  { niche, source, brand }: FilmOwner,
  spokenMs: ((words: string) => number) | null,
): Promise<{ common: Common; scenes: Words[] }> {
  const words = plan.scenes.flatMap(({ heading, text }) => [heading ?? '', text]);
  // Includes the ellipsis of shortened lines, and the numbers of steps and pages.
  const fonts = await loadFonts([...words, niche, source, brand.brand_handle ?? '', '… 0123456789 /'].join(' '));
  const drawn = (text: string | null | undefined) => drawableText(text ?? '', fonts);
  const owner = { niche: drawn(niche), handle: drawn(brand.brand_handle), source: drawn(source) };
  const isOwned = Boolean(owner.niche || owner.handle || owner.source);
  const scenes = plan.scenes
    .map((scene) => {
      const words = spokenWords(scene);
      const shown = { ...scene, heading: drawn(scene.heading), text: drawn(scene.text) };
      return { ...shown, words, spokenMs: words && spokenMs ? spokenMs(words) : null };
    })
    .filter(({ kind, heading, text }) => heading || text || (kind === 'closing' && isOwned));
  if (scenes.every(({ kind }) => kind === 'closing')) {
    throw new GenerationError('bad_input', VIDEO_MESSAGES.nothingToShow);
  }
  const isRtl = isRightToLeft(scenes.map(({ heading, text }) => `${heading} ${text}`).join(' '));
  const common: Common = {
    ...owner,
    theme: plan.design.theme,
    palette: paletteFor(niche, brand.brand_color),
    isRtl,
    // A source line is mostly an address, which is always Latin.
    typeset: (text, style) => paragraphOf(text, isRtl ? hasRightToLeft(text) : isRightToLeft(text), style, fonts),
  };
  return { common, scenes };
}

/** The input of the look for each scene. The closing card does not count as a page. */
export function contentsOf(scenes: readonly (PlanScene & { heading: string })[], common: Common): SceneContent[] {
  let step = 0;
  let page = 0;
  const pages = scenes.filter(({ kind }) => kind !== 'closing').length;
  return scenes.map(({ kind, heading, text, picture }, index) => {
    step = kind === 'step' ? step + 1 : step;
    page = kind === 'closing' ? page : page + 1;
    return {
      ...common,
      ...{ kind, heading, text, index, count: scenes.length, page, pages },
      step: kind === 'step' ? step : null,
      hasPicture: Boolean(picture),
    };
  });
}

function progressOf(
  { progress: { isParted, ...place } }: Look,
  drawn: readonly DrawnScene[],
  made: readonly Scene[],
  totalMs: number,
  isRtl: boolean,
): Film['progress'] {
  return {
    ...place,
    isRtl,
    partsMs: isParted ? made.map(({ startMs, durationMs }) => startMs + durationMs) : [totalMs],
    colours: drawn.map(({ progress }) => progress),
  };
}
