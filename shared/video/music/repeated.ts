import { SAMPLE_RATE, type Sound } from './sound.ts';

/** How long the end of a piece overlaps with its next beginning. */
const OVERLAP_SECONDS = 1.5;

/** Cuts a piece to a film's length, or repeats a shorter one with crossfades. */
export function repeated({ left, right }: Sound, durationMs: number): Sound {
  const length = Math.round((durationMs * SAMPLE_RATE) / 1000);
  if (left.length >= length) return { left: left.subarray(0, length), right: right.subarray(0, length) };
  const overlap = Math.max(1, Math.min(Math.round(OVERLAP_SECONDS * SAMPLE_RATE), Math.floor(left.length / 3)));
  const step = Math.max(1, left.length - overlap);
  const channel = (piece: Float32Array) => {
    const whole = new Float32Array(length);
    for (let start = 0; start < length; start += step) {
      const isFirst = start === 0;
      for (let at = 0; at < piece.length && start + at < length; at += 1) {
        // An equal-power crossfade, because the two parts are uncorrelated.
        const coming = isFirst ? 1 : Math.min(1, at / overlap);
        const leaving = Math.min(1, (piece.length - at) / overlap);
        const share = Math.sin((Math.min(coming, leaving) * Math.PI) / 2);
        whole[start + at] = (whole[start + at] as number) + (piece[at] as number) * share;
      }
    }
    return whole;
  };
  return { left: channel(left), right: channel(right) };
}
