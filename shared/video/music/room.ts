import { SAMPLE_RATE, type Sound } from './sound.ts';

/**
 * A Schroeder reverb, as in Freeverb: the delays of its comb filters (ECHOES) and all-pass filters (SPREADS), in
 * seconds.
 */
const ECHOES = [0.0353, 0.0367, 0.0338, 0.0322];
const SPREADS = [0.0126, 0.01];
const RIGHT_LATER = 0.00052;
const ECHO_GAIN = 0.84;
const DAMPING = 0.42;
const SPREAD_GAIN = 0.5;
/** High-pass frequency of the reverb's input, in hertz: low notes would blur it. */
const ROOM_FROM_HZ = 180;

/** Adds the reverb of a small room to a sound, and returns the same sound; `share` is the amount, 0 to 1. */
export function inRoom(sound: Sound, share: number): Sound {
  const { left, right } = sound;
  const heard = new Float32Array(left.length);
  const follow = 1 - Math.exp((-2 * Math.PI * ROOM_FROM_HZ) / SAMPLE_RATE);
  let low = 0;
  for (let at = 0; at < heard.length; at += 1) {
    const both = ((left[at] as number) + (right[at] as number)) / 2;
    low += follow * (both - low);
    heard[at] = both - low;
  }
  mix(left, echoes(heard, 0), share);
  mix(right, echoes(heard, RIGHT_LATER), share);
  return sound;
}

function mix(dry: Float32Array, wet: Float32Array, share: number): void {
  for (let at = 0; at < dry.length; at += 1) dry[at] = (dry[at] as number) + share * (wet[at] as number);
}

function echoes(heard: Float32Array, later: number): Float32Array {
  const out = new Float32Array(heard.length);
  for (const seconds of ECHOES) {
    const line = new Float32Array(Math.round((seconds + later) * SAMPLE_RATE));
    let [place, dull] = [0, 0];
    for (let at = 0; at < heard.length; at += 1) {
      const echo = line[place] as number;
      dull = echo * (1 - DAMPING) + dull * DAMPING;
      line[place] = (heard[at] as number) + dull * ECHO_GAIN;
      out[at] = (out[at] as number) + echo / ECHOES.length;
      place = place + 1 === line.length ? 0 : place + 1;
    }
  }
  for (const seconds of SPREADS) {
    const line = new Float32Array(Math.round((seconds + later) * SAMPLE_RATE));
    let place = 0;
    for (let at = 0; at < out.length; at += 1) {
      const delayed = line[place] as number;
      const value = out[at] as number;
      line[place] = value + delayed * SPREAD_GAIN;
      out[at] = delayed - value * SPREAD_GAIN;
      place = place + 1 === line.length ? 0 : place + 1;
    }
  }
  return out;
}
