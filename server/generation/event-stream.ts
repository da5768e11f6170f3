import { GENERATION_EVENTS, type GenerationProgress, type GenerationResult } from '../../shared/posts/generation.ts';
import { toGenerationError } from './generation-error.ts';

export type Report = (progress: GenerationProgress) => void;

/**
 * Starts a run and streams its progress and result as server-sent events. The run continues when the client
 * disconnects.
 */
export function streamRun(
  run: (report: Report) => Promise<GenerationResult>,
  keepAlive?: (run: Promise<unknown>) => void,
): Response {
  const { readable, send, end } = eventChannel();
  const running = run((progress) => send(GENERATION_EVENTS.progress, progress))
    .then(
      (result) => send(GENERATION_EVENTS.result, result),
      (thrown: unknown) => send(GENERATION_EVENTS.error, toGenerationError(thrown).toBody()),
    )
    .then(end);
  keepAlive?.(running);
  return new Response(readable, {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

function eventChannel() {
  const encoder = new TextEncoder();
  let listener: ReadableStreamDefaultController<Uint8Array> | undefined;
  const readable = new ReadableStream<Uint8Array>({
    start(controller) {
      listener = controller;
    },
    cancel() {
      listener = undefined;
    },
  });
  return {
    readable,
    send(event: string, data: unknown): void {
      listener?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    },
    end(): void {
      listener?.close();
    },
  };
}
