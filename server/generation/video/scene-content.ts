import type { CardDesign } from '../../../shared/pictures/card.ts';
import type { Palette } from '../../../shared/pictures/palette.ts';
import type { Layer, Progress, Shape } from '../../../shared/video/film.ts';
import type { PlanScene } from '../../../shared/video/plan.ts';
import type { Paragraph, TextStyle } from '../cards/layout/paragraph.ts';

/** What a look is given of one scene; empty strings where there are no words. */
export type SceneContent = {
  kind: PlanScene['kind'];
  /** The scene's place in its film, 0-based, and the number of a step, 1-based. */
  index: number;
  count: number;
  /** Of the scenes without a closing card, 1-based. */
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

/** A scene as a look draws it; times of layers are from the scene's start. */
export type DrawnScene = {
  ground: string;
  shapes: Shape[];
  layers: Layer[];
  progress: { done: string; open: string };
};

/** One of the designs: how it draws a scene, and where its progress stands. */
export type Look = {
  /** Null when the words do not fit in the smallest readable size. */
  scene(content: SceneContent): DrawnScene | null;
  progress: Pick<Progress, 'box' | 'radius' | 'gap'> & { isParted: boolean };
};
