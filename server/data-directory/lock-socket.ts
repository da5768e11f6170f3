import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { makePrivateFolder } from '../files/private-file.ts';
import { canonicalPath } from './data-directory.ts';

/** Longest path of a Unix socket: 104 bytes with its end mark on macOS, 108 on Linux. */
const SOCKET_PATH_MAX_BYTES = 103;
const NAME_LENGTH = 12;

/** Where the processes of one data directory meet: a private folder of Unix sockets, or the name of a Windows pipe. */
export type MeetingPlace = { kind: 'folder'; folder: string } | { kind: 'pipe'; pipe: string };

/**
 * Finds the meeting place of a data directory, however it is spelled, and makes its folder. The folder is outside the
 * data directory where that path is too long.
 */
export async function meetingPlace(dataDir: string): Promise<MeetingPlace> {
  const workspace = canonicalPath(dataDir);
  const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return { kind: 'pipe', pipe: `\\\\.\\pipe\\local-agent-${hash}` };
  const inside = join(workspace, 'lock');
  const fits = Buffer.byteLength(inside) + 1 + NAME_LENGTH <= SOCKET_PATH_MAX_BYTES;
  // Not os.tmpdir(): two shells with different TMPDIR must meet in the same place.
  const folder = fits ? inside : `/tmp/local-agent-${process.getuid?.()}-${hash}`;
  await makePrivateFolder(folder);
  return { kind: 'folder', folder };
}

/**
 * A fresh address to listen on. In a folder no name is ever used twice, so that a dead socket can be removed without a
 * race.
 */
export function newAddress(place: MeetingPlace): string {
  return place.kind === 'pipe' ? place.pipe : join(place.folder, randomBytes(NAME_LENGTH / 2).toString('hex'));
}

/** Every address that somebody listens on, or listened on before being killed; in a fixed order. */
export async function knownAddresses(place: MeetingPlace): Promise<string[]> {
  if (place.kind === 'pipe') return [place.pipe];
  return (await readdir(place.folder)).sort().map((name) => join(place.folder, name));
}

/** Listens on an address; null when somebody else does (which happens to Windows pipes only). */
export function listenOn(address: string, onConnection: (socket: Socket) => void): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(onConnection);
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || (process.platform === 'win32' && error.code === 'EACCES')
        ? resolve(null)
        : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

/** Connects to an address; null when nobody listens there any more, and then a left-over socket is removed. */
export function connectTo(address: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket.off('error', failed)));
    socket.once('error', failed);
    function failed(error: NodeJS.ErrnoException) {
      if (error.code === 'ENOENT' || error.code === 'ECONNRESET') resolve(null);
      else if (error.code === 'ECONNREFUSED' || error.code === 'ENOTSOCK') {
        // What cannot be removed, such as a folder, listens no more than what can.
        rm(address, { force: true }).then(
          () => resolve(null),
          () => resolve(null),
        );
      } else reject(error);
    }
  });
}

/** The lines that the other side sends until it hangs up, or is gone. */
export async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch {
    // A process that was killed hangs up less politely; it is gone all the same.
  } finally {
    socket.destroy();
  }
}
