import { PLATFORMS } from '../posts/platforms.ts';
import { type Box, FILM } from './film.ts';

type Edge = 'top' | 'right' | 'bottom' | 'left';

/** The maximum that any platform covers at an edge. */
const worst = (edge: Edge) =>
  Math.max(0, ...PLATFORMS.map(({ media }) => ('covers' in media ? media.covers[edge] : 0)));

/** The area that no platform covers. All words are placed inside it, so that one film works on every platform. */
export const SAFE_AREA: Box = {
  x: worst('left'),
  y: worst('top'),
  width: FILM.width - worst('left') - worst('right'),
  height: FILM.height - worst('top') - worst('bottom'),
};
