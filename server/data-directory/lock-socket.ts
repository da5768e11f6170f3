import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { makePrivateFolder } from '../files/private-file.ts';
import { canonicalPath } from './data-directory.ts';

/** Longest path of a Unix socket: 104 bytes with the terminator on macOS, 108 on Linux. */
const SOCKET_PATH_MAX_BYTES = 103;
const NAME_LENGTH = 12;

/** Where the processes of one data directory meet: a private folder of Unix sockets, or the name of a Windows pipe. */
export type MeetingPlace =
  | {
      kind: 'folder';
      folder: string;
      /** Whether it is outside the data directory, because the path inside would be too long. */
      isOutside: boolean;
    }
  | { kind: 'pipe'; pipe: string };

/** Finds the meeting place of a data directory, for any spelling of its path. */
export function meetingPlace(dataDir: string): MeetingPlace {
  const workspace = canonicalPath(dataDir);
  const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return { kind: 'pipe', pipe: `\\\\.\\pipe\\local-agent-${hash}` };
  const inside = join(workspace, 'lock');
  const fits = Buffer.byteLength(inside) + 1 + NAME_LENGTH <= SOCKET_PATH_MAX_BYTES;
  // Not os.tmpdir(): two shells with different TMPDIR must use the same place.
  const folder = fits ? inside : `/tmp/local-agent-${process.getuid?.()}-${hash}`;
  return { kind: 'folder', folder, isOutside: !fits };
}

/** Creates the folder of a meeting place. AppError if it belongs to another user. */
export async function openPlace(place: MeetingPlace): Promise<void> {
  if (place.kind === 'folder') await makePrivateFolder(place.folder);
}

/** Removes an empty folder outside the data directory, even if a process is about to listen there: see listenOn. */
export async function leavePlace(place: MeetingPlace): Promise<void> {
  if (place.kind === 'folder' && place.isOutside) await rmdir(place.folder).catch(() => undefined);
}

/** A new address to listen on. Names in a folder are not reused, so that removing a stale socket causes no race. */
export function newAddress(place: MeetingPlace): string {
  return place.kind === 'pipe' ? place.pipe : join(place.folder, randomBytes(NAME_LENGTH / 2).toString('hex'));
}

/** All addresses in use or left by killed processes, in a fixed order. */
export async function knownAddresses(place: MeetingPlace): Promise<string[]> {
  if (place.kind === 'pipe') return [place.pipe];
  if (!existsSync(place.folder)) return [];
  // Throws if the folder belongs to another user.
  await openPlace(place);
  return (await readdir(place.folder)).sort().map((name) => join(place.folder, name));
}

/** Listens on an address. Null when it is in use (only for Windows pipes), or its folder has just been removed. */
export function listenOn(address: string, onConnection: (socket: Socket) => void): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(onConnection);
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ||
      error.code === 'ENOENT' ||
      (process.platform === 'win32' && error.code === 'EACCES')
        ? resolve(null)
        : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

/** Connects to an address. Null when no process listens there any more; a stale socket is removed. */
export function connectTo(address: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket.off('error', failed)));
    socket.once('error', failed);
    function failed(error: NodeJS.ErrnoException) {
      if (error.code === 'ENOENT' || error.code === 'ECONNRESET') resolve(null);
      else if (error.code === 'ECONNREFUSED' || error.code === 'ENOTSOCK') {
        // An entry that cannot be removed, such as a folder, is no socket in use either.
        rm(address, { force: true }).then(
          () => resolve(null),
          () => resolve(null),
        );
      } else reject(error);
    }
  });
}

/** Yields the lines from the other side until it disconnects. */
export async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch {
    // A killed process does not disconnect cleanly.
  } finally {
    socket.destroy();
  }
}
