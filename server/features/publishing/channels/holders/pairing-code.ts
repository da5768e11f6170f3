import { createHash, createHmac, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** Crockford's Base32: without I, L, O and U, which are easily misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const READ_AS: { [letter: string]: string } = { I: '1', L: '1', O: '0' };
const GROUP = 4;
/** The first letters, which the other agent uses to find the pairing in the database. */
const FINDER_LETTERS = GROUP;
/** 60 bits that never leave the two machines. */
const SECRET_LETTERS = 3 * GROUP;
/** Words from a list of 2048, 11 bits each. */
const WORDS = 6;
const WORD_BITS = 11;
/** Costs tens of milliseconds per guess, if an attacker reads the database and tries codes against a proof. */
const STRETCH = { N: 1 << 14, r: 8, p: 1 } as const;
const stretch = promisify<string, string, number, typeof STRETCH, Buffer>(scrypt);

export type PairingCode = { finder: string; secret: string };

/** One side of a pairing, with the data that this machine has of it. */
export type PairingSide = { id: string; name: string; publicKey: string };
export type Pairing = { id: string; shower: PairingSide; joiner: PairingSide };

/** A code such as `7K2M-X9TQ-4HFD-8WPA`. */
export function makePairingCode(): PairingCode & { text: string } {
  const letters = Array.from({ length: FINDER_LETTERS + SECRET_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  const text = letters.join('');
  const groups = text.match(new RegExp(`.{${GROUP}}`, 'g')) ?? [];
  return { text: groups.join('-'), finder: text.slice(0, FINDER_LETTERS), secret: text.slice(FINDER_LETTERS) };
}

/** Reads a code as typed by the user, in any case, with or without hyphens. Null if it cannot be one. */
export function readPairingCode(typed: string): PairingCode | null {
  const text = [...typed.toUpperCase().replace(/[\s-]/g, '')].map((letter) => READ_AS[letter] ?? letter).join('');
  if (text.length !== FINDER_LETTERS + SECRET_LETTERS) return null;
  if ([...text].some((letter) => !LETTERS.includes(letter))) return null;
  return { finder: text.slice(0, FINDER_LETTERS), secret: text.slice(FINDER_LETTERS) };
}

/** Values that each side derives from the code and the two agents' data. */
export type PairingProofs = {
  /** Six words for the user to compare. */
  words: string[];
  /** Proves that the joiner knows the code and has the same data of both agents. */
  joins: string;
  /** Proves the same of the shower, after the user has confirmed the words. */
  confirms: string;
};

/**
 * The proofs and the words of a pairing. Both depend on the code and on each side's id, name and key. An attacker who
 * replaces a key in the database fails the proof without the code; with the code, the two sides show different words.
 * The words are stretched with the code, which is new each time, so that an attacker cannot search in advance for a key
 * that results in the same words.
 */
export async function pairingProofs(secret: string, { id, shower, joiner }: Pairing): Promise<PairingProofs> {
  const sides = [shower, joiner].map((side) => [side.id, side.name, side.publicKey]);
  const transcript = JSON.stringify(['local-agent pairing 1', id, ...sides]);
  const key = await stretch(secret, createHash('sha256').update(transcript).digest('base64'), 32, STRETCH);
  const derived = (use: string) => createHmac('sha256', key).update(use).digest();
  return {
    words: wordsOf(derived('words')),
    joins: derived('joins').toString('base64'),
    confirms: derived('confirms').toString('base64'),
  };
}

/** Compares in constant time. */
export function isSameProof(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

function wordsOf(bytes: Buffer): string[] {
  const bits = bytes.readBigUInt64BE(0);
  const more = BigInt(bytes.readUInt16BE(8));
  const all = (bits << 16n) | more;
  return Array.from({ length: WORDS }, (_, index) => {
    const at = (all >> BigInt(index * WORD_BITS)) & BigInt(wordlist.length - 1);
    return wordlist[Number(at)] ?? '';
  });
}
