import { contrast, mix, READABLE_CONTRAST } from '../../../shared/pictures/colour.ts';
import type { PictureView } from '../../../shared/video/film.ts';

/** The range of a picture's zoom, and its pan as a share of its size. */
const ZOOM = { near: 1.16, far: 1.03 };
const PAN = 0.05;
/** Opacity of the scrim behind areas without words. */
const BARE_OPACITY = 0.3;

/** A picture that zooms slowly, alternately in and out, under a scrim on which white words are readable. */
export function pictureView(key: string, index: number, deep: string): PictureView {
  const isNearing = index % 2 === 0;
  const pan = index % 3 === 0 ? PAN : -PAN;
  const far = { x: 0.5 - pan, y: 0.5, zoom: ZOOM.far };
  const near = { x: 0.5 + pan, y: 0.5 - PAN / 2, zoom: ZOOM.near };
  const dense = hex(deep, scrimOpacity(deep));
  const bare = hex(deep, BARE_OPACITY);
  return {
    key,
    from: isNearing ? far : near,
    to: isNearing ? near : far,
    scrim: [
      { at: 0, fill: hex(deep, 0.7) },
      { at: 0.14, fill: dense },
      { at: 0.66, fill: dense },
      { at: 0.84, fill: bare },
      { at: 1, fill: hex(deep, 0.5) },
    ],
  };
}

/** The scrim opacity that makes white words readable on the lightest possible picture, pure white. */
function scrimOpacity(deep: string): number {
  let opacity = BARE_OPACITY;
  while (opacity < 1 && contrast('#ffffff', mix('#ffffff', deep, opacity)) < READABLE_CONTRAST) opacity += 0.02;
  return Math.min(1, opacity);
}

function hex(colour: string, opacity: number): string {
  return `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}
