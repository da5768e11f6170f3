import type { CardDesign } from '../../../shared/pictures/card.ts';
import type { Palette } from '../../../shared/pictures/palette.ts';
import type { Layer, Progress, Shape } from '../../../shared/video/film.ts';
import type { PlanScene } from '../../../shared/video/plan.ts';
import type { Paragraph, TextStyle } from '../cards/layout/paragraph.ts';

/** The input of a look for one scene; missing words are empty strings. */
export type SceneContent = {
  kind: PlanScene['kind'];
  /** The scene's place in its film, 0-based. */
  index: number;
  count: number;
  /** The scene's number among those without the closing card, 1-based. */
  page: number;
  pages: number;
  step: number | null;
  heading: string;
  text: string;
  niche: string;
  handle: string;
  source: string;
  hasPicture: boolean;
  theme: CardDesign['theme'];
  palette: Palette;
  /** The film is laid out right to left. */
  isRtl: boolean;
  typeset(text: string, style: TextStyle): Paragraph;
};

/** A scene as drawn by a look; times of layers are relative to the scene's start. */
export type DrawnScene = {
  ground: string;
  shapes: Shape[];
  layers: Layer[];
  progress: { done: string; open: string };
};

/** A design: draws scenes and places the progress bar. */
export type Look = {
  /** Null when the words do not fit in the smallest readable size. */
  scene(content: SceneContent): DrawnScene | null;
  progress: Pick<Progress, 'box' | 'radius' | 'gap'> & { isParted: boolean };
};
