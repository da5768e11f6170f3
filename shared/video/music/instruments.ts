import { randomFrom } from '../../chance/seeded-random.ts';
import type { Note, Part } from './compose.ts';
import { SAMPLE_RATE, type Sound } from './sound.ts';

const TABLE_SIZE = 4096;

/** One cycle of a tone, from the loudness of its harmonics. */
function table(overtones: readonly number[]): Float32Array {
  const wave = new Float32Array(TABLE_SIZE + 1);
  for (let at = 0; at <= TABLE_SIZE; at += 1) {
    for (const [index, level] of overtones.entries()) {
      wave[at] = (wave[at] ?? 0) + level * Math.sin((2 * Math.PI * (index + 1) * at) / TABLE_SIZE);
    }
  }
  return wave;
}

/**
 * The sound of an instrument: a soft and a bright wave, each with its own decay, so that a note becomes softer while it
 * rings, like a plucked string. `detune` in cents splits it into two slightly different tones.
 */
type Voice = {
  soft: Float32Array;
  bright: Float32Array;
  brightLevel: number;
  /** Seconds of the attack, of the decay to about a third (infinite for held notes), and of the release. */
  attack: number;
  fall: number;
  brightFall: number;
  release: number;
  detune: number;
  level: number;
};

const SOFT = table([1, 0.22, 0.08, 0.03]);
const STRING = table([1, 0.5, 0.36, 0.22, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02]);
const ROUND = table([1, 0.32, 0.06]);
const HELD = Number.POSITIVE_INFINITY;

const VOICES: Record<Exclude<Part, 'kick' | 'shaker'>, Voice> = {
  pad: {
    ...{ soft: SOFT, bright: STRING, brightLevel: 0.16, level: 0.085, detune: 7 },
    ...{ attack: 0.9, fall: HELD, brightFall: HELD, release: 1.3 },
  },
  keys: {
    ...{ soft: SOFT, bright: STRING, brightLevel: 0.8, level: 0.14, detune: 0 },
    ...{ attack: 0.006, fall: 0.75, brightFall: 0.24, release: 0.25 },
  },
  bass: {
    ...{ soft: ROUND, bright: STRING, brightLevel: 0.1, level: 0.26, detune: 0 },
    ...{ attack: 0.02, fall: 1.6, brightFall: 0.2, release: 0.12 },
  },
  melody: {
    ...{ soft: SOFT, bright: STRING, brightLevel: 0.22, level: 0.13, detune: 4 },
    ...{ attack: 0.05, fall: 1.4, brightFall: 0.4, release: 0.5 },
  },
};

/** Renders all notes as sound, without reverb. */
export function play(notes: readonly Note[], seconds: number): Sound {
  const length = Math.round(seconds * SAMPLE_RATE);
  const sound: Sound = { left: new Float32Array(length), right: new Float32Array(length) };
  for (const note of notes) {
    if (note.part === 'kick') playKick(sound, note);
    else if (note.part === 'shaker') playShaker(sound, note);
    else playTone(sound, note, VOICES[note.part]);
  }
  return sound;
}

function playTone(sound: Sound, note: Note, voice: Voice): void {
  if (voice.detune === 0) addTone(sound, note, voice, 0, note.pan, 1);
  else {
    addTone(sound, note, voice, -voice.detune, note.pan - 0.14, 0.6);
    addTone(sound, note, voice, voice.detune, note.pan + 0.14, 0.6);
  }
}

function addTone(sound: Sound, note: Note, voice: Voice, cents: number, pan: number, share: number): void {
  const { soft, bright, attack, release } = voice;
  const step = (440 * 2 ** ((note.pitch - 69 + cents / 100) / 12) * TABLE_SIZE) / SAMPLE_RATE;
  const start = Math.round(note.at * SAMPLE_RATE);
  const held = Math.round(note.seconds * SAMPLE_RATE);
  const end = Math.min(sound.left.length, start + held + Math.round(release * SAMPLE_RATE));
  const [left, right] = gains(note.velocity * voice.level * share, pan);
  const rising = Math.max(1, Math.round(attack * SAMPLE_RATE));
  const fading = Math.max(1, Math.round(release * SAMPLE_RATE));
  const falls = Math.exp(-1 / (voice.fall * SAMPLE_RATE));
  const brightFalls = Math.exp(-1 / (voice.brightFall * SAMPLE_RATE));
  let [softLevel, brightLevel, phase] = [1, voice.brightLevel, ((note.pitch * 997) % 1) * TABLE_SIZE];
  for (let at = start, age = 0; at < end; at += 1, age += 1) {
    const index = phase | 0;
    const rest = phase - index;
    const softWave = (soft[index] as number) + rest * ((soft[index + 1] as number) - (soft[index] as number));
    const brightWave = (bright[index] as number) + rest * ((bright[index + 1] as number) - (bright[index] as number));
    let envelope = 1;
    if (age < rising) envelope = smooth(age / rising);
    if (age > held) envelope *= smooth(1 - (age - held) / fading);
    const value = envelope * (softLevel * softWave + brightLevel * brightWave);
    sound.left[at] = (sound.left[at] as number) + value * left;
    sound.right[at] = (sound.right[at] as number) + value * right;
    softLevel *= falls;
    brightLevel *= brightFalls;
    phase += step;
    if (phase >= TABLE_SIZE) phase -= TABLE_SIZE;
  }
}

/** Smoothstep: 0 below 0, 1 above 1. */
function smooth(share: number): number {
  if (share <= 0) return 0;
  return share >= 1 ? 1 : share * share * (3 - 2 * share);
}

/** Equal-power panning from left (0) to right (1). */
function gains(level: number, pan: number): [left: number, right: number] {
  const angle = (Math.min(1, Math.max(0, pan)) * Math.PI) / 2;
  return [level * Math.cos(angle), level * Math.sin(angle)];
}

/** A soft kick whose pitch falls from 110 to 48 hertz. */
function playKick({ left, right }: Sound, { at, velocity }: Note): void {
  const start = Math.round(at * SAMPLE_RATE);
  let phase = 0;
  for (let age = 0; age < 0.32 * SAMPLE_RATE && start + age < left.length; age += 1) {
    const seconds = age / SAMPLE_RATE;
    phase += (48 + 62 * Math.exp(-seconds / 0.03)) / SAMPLE_RATE;
    const envelope = smooth(seconds / 0.004) * Math.exp(-seconds / 0.1);
    const value = 0.3 * velocity * envelope * Math.sin(2 * Math.PI * phase);
    left[start + age] = (left[start + age] as number) + value;
    right[start + age] = (right[start + age] as number) + value;
  }
}

/** A short burst of noise without its lowest and highest frequencies. */
function playShaker({ left, right }: Sound, { at, velocity, pan }: Note): void {
  const start = Math.round(at * SAMPLE_RATE);
  const random = randomFrom(`shaker ${start}`);
  const [toLeft, toRight] = gains(velocity, pan);
  let [low, lower] = [0, 0];
  for (let age = 0; age < 0.11 * SAMPLE_RATE && start + age < left.length; age += 1) {
    const seconds = age / SAMPLE_RATE;
    low += 0.55 * (random() * 2 - 1 - low);
    lower += 0.25 * (low - lower);
    const value = 0.5 * smooth(seconds / 0.012) * Math.exp(-seconds / 0.028) * (low - lower);
    left[start + age] = (left[start + age] as number) + value * toLeft;
    right[start + age] = (right[start + age] as number) + value * toRight;
  }
}
