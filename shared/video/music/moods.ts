import type { Mood } from '../film.ts';

/** A chord: its degree of the scale (0 is the tonic), and its notes above that, in scale steps. */
export type Chord = { degree: number; steps: readonly number[] };

export type MoodData = {
  /** Beats per minute; a bar has four. */
  tempo: number;
  /** Semitones of the scale above the tonic. */
  scale: readonly number[];
  /** Chords of one bar each; the music ends on the tonic. */
  progressions: readonly (readonly Chord[])[];
  /** Notes per beat of the arpeggio, and the share of them that is played. */
  arpeggio: { perBeat: number; density: number; isShort: boolean };
  /** How loud each part is, 0 to 1. */
  parts: { pad: number; keys: number; bass: number; melody: number; kick: number; shaker: number };
  /** The bass plays on these beats of a bar. */
  bassBeats: readonly number[];
  kickBeats: readonly number[];
  /** The amount of reverb, 0 to 1. */
  room: number;
};

const MAJOR = [0, 2, 4, 5, 7, 9, 11];
const MINOR = [0, 2, 3, 5, 7, 8, 10];

const triad = (degree: number): Chord => ({ degree, steps: [0, 2, 4] });
const seventh = (degree: number): Chord => ({ degree, steps: [0, 2, 4, 6] });
const ninth = (degree: number): Chord => ({ degree, steps: [0, 2, 6, 8] });
const added = (degree: number): Chord => ({ degree, steps: [0, 2, 4, 8] });
const suspended = (degree: number): Chord => ({ degree, steps: [0, 3, 4, 7] });

export const MOOD_DATA: Record<Mood, MoodData> = {
  calm: {
    tempo: 70,
    scale: MAJOR,
    progressions: [
      [ninth(0), seventh(5), ninth(3), suspended(4)],
      [ninth(0), seventh(2), ninth(3), seventh(1)],
      [ninth(3), added(0), seventh(5), suspended(4)],
    ],
    arpeggio: { perBeat: 1, density: 0.8, isShort: false },
    parts: { pad: 0.95, keys: 0.75, bass: 0.45, melody: 0.5, kick: 0, shaker: 0 },
    bassBeats: [0],
    kickBeats: [],
    room: 0.34,
  },
  warm: {
    tempo: 84,
    scale: MAJOR,
    progressions: [
      [seventh(0), seventh(2), seventh(3), suspended(4)],
      [added(0), seventh(5), seventh(1), seventh(4)],
      [seventh(3), seventh(2), seventh(1), added(0)],
    ],
    arpeggio: { perBeat: 2, density: 0.62, isShort: false },
    parts: { pad: 0.7, keys: 0.85, bass: 0.6, melody: 0.45, kick: 0.3, shaker: 0.12 },
    bassBeats: [0, 2.5],
    kickBeats: [0, 2],
    room: 0.26,
  },
  bright: {
    tempo: 104,
    scale: MAJOR,
    progressions: [
      [added(0), added(4), seventh(5), added(3)],
      [added(3), added(0), added(4), seventh(5)],
      [added(0), seventh(5), added(3), suspended(4)],
    ],
    arpeggio: { perBeat: 2, density: 0.9, isShort: true },
    parts: { pad: 0.5, keys: 0.9, bass: 0.65, melody: 0.5, kick: 0.5, shaker: 0.2 },
    bassBeats: [0, 1.5, 2, 3.5],
    kickBeats: [0, 2],
    room: 0.22,
  },
  driving: {
    tempo: 116,
    scale: MINOR,
    progressions: [
      [triad(0), added(5), added(2), added(6)],
      [added(5), added(6), triad(0), triad(0)],
      [triad(0), added(3), added(5), added(6)],
    ],
    arpeggio: { perBeat: 4, density: 0.72, isShort: true },
    parts: { pad: 0.5, keys: 0.7, bass: 0.75, melody: 0.35, kick: 0.65, shaker: 0.22 },
    bassBeats: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5],
    kickBeats: [0, 1, 2, 3],
    room: 0.18,
  },
};
