import { type Random, randomFrom } from '../../chance/seeded-random.ts';
import type { Score } from '../film.ts';
import { type Chord, MOOD_DATA, type MoodData } from './moods.ts';

export type Part = 'pad' | 'keys' | 'bass' | 'melody' | 'kick' | 'shaker';

/**
 * A note of a part: start in seconds, pitch as a MIDI number (60 is middle C), loudness and stereo position from 0 to
 * 1.
 */
export type Note = { part: Part; at: number; seconds: number; pitch: number; velocity: number; pan: number };

const BEATS = 4;
/** The tonic is within half an octave below middle C. */
const LOWEST_TONIC = 54;
const TONICS = 7;
/** The average pitch of the chords. */
const CHORD_MIDDLE = 60;
/** Thirds below this sound muddy. */
const LOWEST_VOICE = 48;
const LAST_CHORD_SECONDS = 4;

/**
 * Composes a piece of a length in seconds: chords that lead into each other, arpeggios above them, a bass, a sparse
 * melody from one motif, and soft percussion if the mood has any. Parts enter one after the other, and the piece ends
 * on the tonic.
 */
export function compose({ mood, seed }: Score, seconds: number): Note[] {
  const data = MOOD_DATA[mood];
  const random = randomFrom(`${mood} ${seed}`);
  const tonic = LOWEST_TONIC + Math.floor(random() * TONICS);
  const progression = pick(data.progressions, random);
  // A whole number of bars, so that the last chord fits.
  const bars = Math.max(2, Math.round((seconds * data.tempo) / 60 / BEATS));
  const beat = seconds / bars / BEATS;
  const order = orderOf(data, random);
  const motif = motifOf(random);
  const notes: Note[] = [];
  let voicing: number[] = [];
  for (let bar = 0; bar < bars; bar += 1) {
    const isLast = bar === bars - 1;
    const chord = isLast ? { degree: 0, steps: [0, 2, 4, 8] } : (progression[bar % progression.length] as Chord);
    const start = bar * BEATS * beat;
    voicing = voiced(chordPitches(chord, data.scale, tonic), voicing);
    const root = pitchOf(chord.degree, data.scale, tonic);
    const context: Bar = { data, random, start, beat, bar, isLast, voicing, root, tonic };
    notes.push(...padNotes(context));
    if (isLast) notes.push(...endNotes(context));
    else {
      notes.push(...arpeggioNotes(context, order), ...bassNotes(context), ...percussionNotes(context));
      if (bar >= 2) notes.push(...melodyNotes(context, motif, chord));
    }
  }
  return notes;
}

type Bar = {
  data: MoodData;
  random: Random;
  start: number;
  beat: number;
  bar: number;
  isLast: boolean;
  voicing: readonly number[];
  root: number;
  tonic: number;
};

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function pitchOf(step: number, scale: readonly number[], tonic: number): number {
  const octave = Math.floor(step / scale.length);
  return tonic + 12 * octave + (scale[step - octave * scale.length] ?? 0);
}

function chordPitches({ degree, steps }: Chord, scale: readonly number[], tonic: number): number[] {
  return steps.map((step) => pitchOf(degree + step, scale, tonic));
}

/**
 * Moves each note to the octave nearest to the last chord, so that voices move little, and separates notes less than
 * two semitones apart.
 */
function voiced(pitches: readonly number[], last: readonly number[]): number[] {
  const near = pitches.map((pitch, index) => {
    const before = last[index] ?? CHORD_MIDDLE + (index - 1.5) * 4;
    return pitch + 12 * Math.round((before - pitch) / 12);
  });
  // If the voices have drifted, moves all of them back by whole octaves.
  const middle = near.reduce((sum, note) => sum + note, 0) / near.length;
  const octaves = Math.round((CHORD_MIDDLE - middle) / 12);
  let notes = near.map((note) => note + 12 * octaves).map((note) => (note < LOWEST_VOICE ? note + 12 : note));
  notes.sort((a, b) => a - b);
  for (let round = 0; round < notes.length; round += 1) {
    const rubbing = notes.findIndex((note, index) => (notes[index + 1] ?? Number.POSITIVE_INFINITY) - note < 2);
    if (rubbing < 0) break;
    notes = notes.map((note, index) => (index === rubbing ? note + 12 : note)).sort((a, b) => a - b);
  }
  return notes;
}

function padNotes({ start, beat, voicing, isLast, data }: Bar): Note[] {
  const seconds = isLast ? LAST_CHORD_SECONDS : BEATS * beat;
  return voicing.map((pitch, index) => ({
    part: 'pad',
    at: start,
    seconds,
    pitch,
    velocity: data.parts.pad,
    pan: 0.3 + (0.4 * index) / Math.max(1, voicing.length - 1),
  }));
}

/** The last chord, rolled from its lowest note upwards. */
function endNotes({ data, start, voicing, root }: Bar): Note[] {
  const rolled = voicing.map(
    (pitch, index): Note => ({
      part: 'keys',
      at: start + index * 0.07,
      seconds: LAST_CHORD_SECONDS,
      pitch: pitch + 12,
      velocity: data.parts.keys * 0.8,
      pan: 0.35 + index * 0.1,
    }),
  );
  return [
    ...rolled,
    { part: 'bass', at: start, seconds: 3, pitch: bassPitch(root), velocity: data.parts.bass, pan: 0.5 },
  ];
}

/** The order of a chord's notes in the arpeggio, with rests (null): the same in each bar. */
function orderOf({ arpeggio: { perBeat, density } }: MoodData, random: Random): (number | null)[] {
  const shapes = [
    [0, 1, 2, 3, 2, 1],
    [0, 2, 1, 3],
    [0, 2, 3, 1, 2, 3, 1, 2],
    [3, 1, 2, 0, 2, 1],
  ];
  const shape = pick(shapes, random);
  return Array.from({ length: perBeat * BEATS }, (_, index) =>
    index === 0 || random() < density ? (shape[index % shape.length] ?? 0) : null,
  );
}

function arpeggioNotes({ data, random, start, beat, bar, voicing }: Bar, order: readonly (number | null)[]): Note[] {
  const { perBeat, isShort } = data.arpeggio;
  // The arpeggio starts softly and swells over the first bars.
  const swell = Math.min(1, 0.45 + bar * 0.25);
  return order.flatMap((voice, index): Note[] => {
    if (voice === null) return [];
    const isAccent = index % perBeat === 0;
    return [
      {
        part: 'keys',
        at: start + (index * beat) / perBeat + random() * 0.006,
        seconds: isShort ? 0.7 : 2.2,
        pitch: (voicing[voice % voicing.length] ?? 60) + 12,
        velocity: data.parts.keys * swell * (isAccent ? 0.85 : 0.6) * (0.9 + 0.2 * random()),
        pan: 0.3 + 0.4 * (voice / 3),
      },
    ];
  });
}

function bassPitch(root: number): number {
  let pitch = root;
  while (pitch > 48) pitch -= 12;
  return pitch;
}

function bassNotes({ data, start, beat, bar, root }: Bar): Note[] {
  if (bar < 1) return [];
  const { bassBeats, parts } = data;
  return bassBeats.map((at, index) => ({
    part: 'bass',
    at: start + at * beat,
    seconds: ((bassBeats[index + 1] ?? BEATS) - at) * beat * 0.95,
    pitch: bassPitch(root),
    velocity: parts.bass * (index === 0 ? 1 : 0.8),
    pan: 0.5,
  }));
}

function percussionNotes({ data, random, start, beat, bar }: Bar): Note[] {
  const { parts, kickBeats, arpeggio } = data;
  if (bar < 2) return [];
  const kicks = kickBeats.map(
    (at): Note => ({ part: 'kick', at: start + at * beat, seconds: 0.3, pitch: 0, velocity: parts.kick, pan: 0.5 }),
  );
  const perBeat = Math.min(2, arpeggio.perBeat);
  const shakes = Array.from({ length: BEATS * perBeat }, (_, index): Note => {
    const isOff = index % perBeat === perBeat - 1;
    const velocity = parts.shaker * (isOff ? 1 : 0.55) * (0.85 + 0.3 * random());
    return { part: 'shaker', at: start + (index * beat) / perBeat, seconds: 0.1, pitch: 0, velocity, pan: 0.62 };
  });
  return [...(parts.kick > 0 ? kicks : []), ...(parts.shaker > 0 ? shakes : [])];
}

/** A short melody: the start and length of its notes in beats, and the chord voice that each plays. */
type Motif = readonly { beat: number; voice: number; beats: number }[];

function motifOf(random: Random): Motif {
  const motifs: readonly Motif[] = [
    [
      { beat: 0, voice: 3, beats: 1.5 },
      { beat: 1.5, voice: 2, beats: 2.5 },
    ],
    [
      { beat: 1, voice: 2, beats: 1 },
      { beat: 2, voice: 3, beats: 2 },
    ],
    [
      { beat: 0, voice: 2, beats: 1 },
      { beat: 1, voice: 3, beats: 1 },
      { beat: 2, voice: 1, beats: 2 },
    ],
    [{ beat: 2, voice: 3, beats: 2 }],
  ];
  return pick(motifs, random);
}

/** Plays the motif in two of every four bars, to leave room. */
function melodyNotes({ data, start, beat, bar, voicing }: Bar, motif: Motif, { steps }: Chord): Note[] {
  if (bar % 4 > 1) return [];
  return motif.map(({ beat: at, voice, beats }) => ({
    part: 'melody',
    at: start + at * beat,
    seconds: beats * beat + 0.6,
    pitch: (voicing[voice % Math.min(voicing.length, steps.length)] ?? 60) + 12,
    velocity: data.parts.melody,
    pan: 0.56,
  }));
}
