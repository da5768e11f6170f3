import { setTimeout as delay } from 'node:timers/promises';
import WebSocket from 'ws';
import { z } from 'zod';

const FIND_LIMIT_MS = 20_000;
const LOOK_MS = 100;
const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);
const heapSchema = z.object({ usedSize: z.number() });
const answerSchema = z.object({ id: z.number(), result: z.unknown().optional(), error: z.unknown().optional() });

/** The inspector of a Node process on this machine. */
export type Inspector = {
  /** Bytes of the heap in use, after a garbage collection. */
  heapAfterCollection(): Promise<number>;
  close(): void;
};

/** Opens the inspector of a process that was started with `--inspect-port=<port>`. */
export async function openInspector(pid: number, port: number): Promise<Inspector> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await addressOf(port));
  await new Promise((resolve, reject) => {
    socket.once('open', resolve).once('error', reject);
  });
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  socket.on('message', (data) => {
    const { data: answer } = answerSchema.safeParse(JSON.parse(String(data)));
    if (!answer) return;
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error) asked?.reject(new Error(JSON.stringify(answer.error)));
    else asked?.resolve(answer.result);
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The inspector has gone.'));
  });
  let id = 0;
  const ask = (method: string) =>
    new Promise<unknown>((resolve, reject) => {
      id += 1;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    async heapAfterCollection() {
      await ask('HeapProfiler.collectGarbage');
      return heapSchema.parse(await ask('Runtime.getHeapUsage')).usedSize;
    },
    close: () => socket.terminate(),
  };
}

async function addressOf(port: number): Promise<string> {
  for (const deadline = Date.now() + FIND_LIMIT_MS; ; await delay(LOOK_MS)) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
    const { data } = targetsSchema.safeParse(await answer?.json());
    const [target] = data ?? [];
    if (target) return target.webSocketDebuggerUrl;
    if (Date.now() > deadline) throw new Error('The inspector of the agent does not answer.');
  }
}
