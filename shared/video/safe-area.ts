import { PLATFORMS } from '../posts/platforms.ts';
import { type Box, FILM } from './film.ts';

type Edge = 'top' | 'right' | 'bottom' | 'left';

/** The most that any platform covers at an edge. */
const worst = (edge: Edge) =>
  Math.max(0, ...PLATFORMS.map(({ media }) => ('covers' in media ? media.covers[edge] : 0)));

/** What no platform covers: all words stand here, so that one film serves everywhere. */
export const SAFE_AREA: Box = {
  x: worst('left'),
  y: worst('top'),
  width: FILM.width - worst('left') - worst('right'),
  height: FILM.height - worst('top') - worst('bottom'),
};
