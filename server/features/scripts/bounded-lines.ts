import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** How much of the end of an overlong output is kept, for its last lines. */
const TAIL_BYTES = 64 * 1024;

/**
 * Splits a process's output into lines and calls `onLine` with each non-empty one, until it returns false; from then on
 * only the end of the output is kept, and its lines are passed at the end. Lines are truncated at `maxChars`. Memory is
 * bounded whatever is written. Returns a function that ends it before the stream does.
 */
export function readLines(stream: Readable, maxChars: number, onLine: (line: string) => boolean): () => void {
  const decoder = new StringDecoder('utf8');
  let unfinished = '';
  let isCut = false;
  let isWanted = true;
  let tail = Buffer.alloc(0);

  const keepTail = (bytes: Buffer) => {
    tail = Buffer.concat([tail, bytes]).subarray(-TAIL_BYTES);
  };
  const endLine = () => {
    if (!isCut && unfinished) isWanted = onLine(unfinished);
    unfinished = '';
    isCut = false;
  };
  const add = (piece: string) => {
    if (isCut) return;
    const room = maxChars - unfinished.length;
    unfinished += piece.length > room ? piece.slice(0, room) : piece;
    if (piece.length <= room) return;
    endLine();
    isCut = true;
  };
  const split = (text: string) => {
    const pieces = text.split(/[\r\n]+/);
    for (const [index, piece] of pieces.entries()) {
      if (!isWanted) return keepTail(Buffer.from(pieces.slice(index).join('\n')));
      add(piece);
      if (index < pieces.length - 1 && isWanted) endLine();
    }
  };
  const finish = () => {
    stream.destroy();
    const rest = isWanted ? unfinished : tail.toString();
    unfinished = '';
    tail = Buffer.alloc(0);
    for (const line of rest.split('\n')) if (line && !isCut) onLine(line);
  };
  stream.on('data', (bytes: Buffer) => {
    if (isWanted) split(decoder.write(bytes));
    else keepTail(bytes);
  });
  stream.once('close', finish);
  // An error ends the output like a normal close.
  stream.on('error', () => undefined);
  return finish;
}
