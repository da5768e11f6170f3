/**
 * Returns a random number generator that repeats its sequence for the same seed: numbers from 0 to below 1
 * (mulberry32).
 */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A random number generator that differs from run to run, unless the environment variable `name` contains the seed,
 * which is printed.
 */
export function printedChance(name: string): () => number {
  const seed = Number(process.env[name] ?? Date.now() % 1_000_000);
  process.stderr.write(`Chance of this run: ${name}=${seed}\n`);
  return seeded(seed);
}
