import { createHash, createHmac, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** Without I, L, O and U, which are read as others. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const READ_AS: { [letter: string]: string } = { I: '1', L: '1', O: '0' };
const GROUP = 4;
/** By these letters the other agent finds the pairing in the database. */
const FINDER_LETTERS = GROUP;
/** 60 bits that never leave the two machines. */
const SECRET_LETTERS = 3 * GROUP;
/** 2048 words: 11 bits each. */
const WORDS = 6;
const WORD_BITS = 11;
/** Tens of milliseconds a guess, for who reads the database and tries codes against a proof. */
const STRETCH = { N: 1 << 14, r: 8, p: 1 } as const;
const stretch = promisify<string, string, number, typeof STRETCH, Buffer>(scrypt);

export type PairingCode = { finder: string; secret: string };

/** One side of a pairing, as this machine knows it. */
export type PairingSide = { id: string; name: string; publicKey: string };
export type Pairing = { id: string; shower: PairingSide; joiner: PairingSide };

/** A code such as `7K2M-X9TQ-4HFD-8WPA`. */
export function makePairingCode(): PairingCode & { text: string } {
  const letters = Array.from({ length: FINDER_LETTERS + SECRET_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  const text = letters.join('');
  const groups = text.match(new RegExp(`.{${GROUP}}`, 'g')) ?? [];
  return { text: groups.join('-'), finder: text.slice(0, FINDER_LETTERS), secret: text.slice(FINDER_LETTERS) };
}

/** Reads a code as a person types it: in any case, with or without hyphens. Null where it cannot be one. */
export function readPairingCode(typed: string): PairingCode | null {
  const text = [...typed.toUpperCase().replace(/[\s-]/g, '')].map((letter) => READ_AS[letter] ?? letter).join('');
  if (text.length !== FINDER_LETTERS + SECRET_LETTERS) return null;
  if ([...text].some((letter) => !LETTERS.includes(letter))) return null;
  return { finder: text.slice(0, FINDER_LETTERS), secret: text.slice(FINDER_LETTERS) };
}

/** What both sides derive from the code and from what each knows of the two agents. */
export type PairingProofs = {
  /** Six words for a person to compare. */
  words: string[];
  /** The joiner knows the code, and takes these keys for those of the two. */
  joins: string;
  /** The shower does, and a person has confirmed the words. */
  confirms: string;
};

/**
 * The proofs and the words of a pairing. Both depend on the code and on each side's id, name and key: who exchanges a
 * key in the database fails the proof without the code, and with it shows other words at each side. The words are
 * stretched with the code, which is new each time, so that no key can be sought beforehand that gives the same words.
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

/** In constant time. */
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
