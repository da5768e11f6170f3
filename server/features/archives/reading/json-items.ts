import { damaged, ENDS_EARLY, NOT_UTF8, TOO_DEEP } from '../messages.ts';

/** The path of values to read: keys from the root, `*` for each element of a list. */
export type JsonPath = readonly string[];
/** `value` is undefined if it is too large or not valid JSON. */
export type JsonItem = { path: JsonPath; value: unknown };

const ITEM_MAX_BYTES = 2 * 1024 * 1024;
const KEY_MAX_BYTES = 512;
const DEPTH_MAX = 100;
/** Limit of the text before the first value, such as "window.YTD.tweets.part0 = ". */
const PREFIX_MAX_BYTES = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;

type Frame = {
  isList: boolean;
  /** The keys from the root to here; null if no wanted path begins with them. */
  path: JsonPath | null;
  key: string | null;
  /** Whether the next string is a key of this object. */
  isKeyNext: boolean;
};

/**
 * Yields the wanted values of a JSON text in one pass: everything else is skipped byte by byte, and never decoded or
 * kept. Memory holds one value, of at most 2 MB. AppError bad_input if the text ends early or is nested too deeply.
 */
export async function* jsonItems(
  bytes: AsyncIterable<Uint8Array>,
  wanted: readonly JsonPath[],
): AsyncGenerator<JsonItem> {
  const scan = createScan(wanted);
  for await (const piece of bytes) yield* scan.feed(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
  scan.end();
}

function createScan(wanted: readonly JsonPath[]) {
  const frames: Frame[] = [];
  let hasBegun = false;
  let isOver = false;
  let prefix = 0;
  let inString = false;
  let isEscaped = false;
  /** The bytes of the key being read, if it may lead to a wanted value. */
  let key: Buffer[] | null = null;
  let keyBytes = 0;
  let item: { path: JsonPath; depth: number; pieces: Buffer[]; bytes: number; isString: boolean } | null = null;

  const pathOfValue = (): JsonPath | null => {
    const frame = frames.at(-1);
    if (!frame) return [];
    if (frame.path === null) return null;
    const step = frame.isList ? '*' : frame.key;
    return step === null ? null : [...frame.path, step];
  };
  const isOnTheWay = (path: JsonPath) => wanted.some((one) => path.every((step, index) => one[index] === step));
  const isWanted = (path: JsonPath) =>
    wanted.some((one) => one.length === path.length && path.every((step, index) => one[index] === step));

  const keep = (piece: Buffer) => {
    if (!item) return;
    item.bytes += piece.length;
    // Beyond the limit, bytes are only counted, so that `finished` knows that the value is too large.
    if (item.bytes <= ITEM_MAX_BYTES) item.pieces.push(Buffer.from(piece));
    else item.pieces = [];
  };
  const finished = (): JsonItem => {
    const { path, pieces, bytes } = item as NonNullable<typeof item>;
    item = null;
    return { path, value: bytes > ITEM_MAX_BYTES ? undefined : parsed(Buffer.concat(pieces)) };
  };

  function* feed(chunk: Buffer): Generator<JsonItem> {
    if (isOver) return;
    if (!hasBegun && prefix === 0 && (chunk[0] === 0xff || chunk[0] === 0xfe || chunk[0] === 0))
      throw damaged(NOT_UTF8);
    let at = 0;
    let itemFrom = 0;
    let keyFrom = 0;
    const quotes = placesOf(chunk, QUOTE);
    const backslashes = placesOf(chunk, BACKSLASH);
    while (at < chunk.length) {
      const byte = chunk[at] as number;
      if (inString) {
        if (!isEscaped && byte !== QUOTE && byte !== BACKSLASH) {
          // Most of an archive is inside strings, which are skipped at the speed of a byte search.
          at = Math.min(quotes(at), backslashes(at));
          continue;
        }
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (key) {
            key.push(Buffer.from(chunk.subarray(keyFrom, at)));
            keyBytes += at - keyFrom;
            const frame = frames.at(-1) as Frame;
            const read = keyBytes > KEY_MAX_BYTES ? null : parsed(Buffer.concat([...QUOTED, ...key, ...QUOTED]));
            frame.key = typeof read === 'string' ? read : null;
            key = null;
          }
          if (item?.isString && frames.length === item.depth) {
            keep(chunk.subarray(itemFrom, at + 1));
            yield finished();
          }
        }
        at += 1;
        continue;
      }
      if (!hasBegun) {
        if (byte !== OPEN_OBJECT && byte !== OPEN_LIST) {
          prefix += 1;
          if (prefix > PREFIX_MAX_BYTES) throw damaged('is no JSON');
          at += 1;
          continue;
        }
        hasBegun = true;
      }
      const frame = frames.at(-1);
      if (byte === QUOTE) {
        inString = true;
        if (frame && !frame.isList && frame.isKeyNext) {
          frame.isKeyNext = false;
          frame.key = null;
          if (!item && frame.path) {
            key = [];
            keyBytes = 0;
            keyFrom = at + 1;
          }
        } else if (!item) {
          const path = pathOfValue();
          if (path && isWanted(path)) {
            item = { path, depth: frames.length, pieces: [], bytes: 0, isString: true };
            itemFrom = at;
          }
        }
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        const path = item ? null : pathOfValue();
        if (path && isWanted(path)) {
          item = { path, depth: frames.length, pieces: [], bytes: 0, isString: false };
          itemFrom = at;
        }
        if (frames.length >= DEPTH_MAX) throw damaged(TOO_DEEP);
        const follows = !item && path !== null && isOnTheWay(path);
        frames.push({
          isList: byte === OPEN_LIST,
          path: follows ? path : null,
          key: null,
          isKeyNext: byte === OPEN_OBJECT,
        });
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        frames.pop();
        if (item && frames.length === item.depth) {
          keep(chunk.subarray(itemFrom, at + 1));
          yield finished();
        }
        if (frames.length === 0) {
          // At most the end of a statement follows.
          isOver = true;
          return;
        }
      } else if (byte === COMMA) {
        if (frame && !frame.isList) frame.isKeyNext = true;
      } else if (byte === COLON && frame) frame.isKeyNext = false;
      at += 1;
    }
    if (item) keep(chunk.subarray(itemFrom));
    if (key) {
      if (keyBytes <= KEY_MAX_BYTES) key.push(Buffer.from(chunk.subarray(keyFrom)));
      keyBytes += chunk.length - keyFrom;
    }
  }

  return {
    feed,
    end(): void {
      if (!isOver) throw damaged(hasBegun ? ENDS_EARLY : 'is no JSON');
    },
  };
}

/** Returns a function for the next place of a byte from `at`, which must never decrease; the chunk's end if none. */
function placesOf(chunk: Buffer, byte: number): (at: number) => number {
  let place = -1;
  return (at) => {
    if (place < at) {
      const found = chunk.indexOf(byte, at);
      place = found === -1 ? chunk.length : found;
    }
    return place;
  };
}

const QUOTED = [Buffer.from('"')];

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
