import { PublishError } from '../../publisher.ts';
import type { Graph } from './graph.ts';

/** A container is polled with growing delays until it is finished, for fifteen minutes in total. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 20_000;
const PROCESSING_LIMIT_MS = 15 * 60_000;
/** Polling interval and limit of polls after a call to publish that got no answer. */
const DOUBT_WAIT_MS = 5_000;
const DOUBT_TRIES = 6;

/** IN_PROGRESS, FINISHED, ERROR, EXPIRED or PUBLISHED, and the reason of an error. */
export type ContainerState = { state: string; why: string | undefined };

/** Waits until a container can be published. `platform` and `name` are for the messages. */
export async function untilFinished(
  { calls }: Pick<Graph, 'calls'>,
  { platform, name, read }: { platform: string; name: string; read: () => Promise<ContainerState> },
): Promise<void> {
  let wait = FIRST_WAIT_MS;
  for (let waited = 0; waited < PROCESSING_LIMIT_MS; waited += wait, wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const status = await read().catch((error: unknown) => {
      // The upload is complete, and one failed poll is no reason to repeat it.
      if (error instanceof PublishError && error.errorClass === 'transient') return null;
      throw error;
    });
    if (status?.state === 'FINISHED') return;
    if (status?.state === 'ERROR')
      throw new PublishError(
        'rejected',
        `${platform} could not process ${name}: ${status.why ?? 'it gave no reason.'}`,
      );
    if (status?.state === 'EXPIRED') throw new PublishError('transient', `${platform} has dropped ${name}.`);
    await calls.wait(wait);
  }
  const minutes = PROCESSING_LIMIT_MS / 60_000;
  throw new PublishError('transient', `${platform} did not finish processing ${name} within ${minutes} minutes.`);
}

/**
 * Whether a container was published, after the call to publish it failed. After a refusal two polls suffice, without an
 * answer more are needed.
 */
export async function wasPublished(
  { calls }: Pick<Graph, 'calls'>,
  read: () => Promise<ContainerState>,
  { errorClass }: PublishError,
): Promise<boolean> {
  for (let attempt = 1; attempt <= (errorClass === 'unknown' ? DOUBT_TRIES : 2); attempt++) {
    const status = await read().catch((error: unknown) => {
      calls.signal.throwIfAborted();
      if (error instanceof PublishError) return null;
      throw error;
    });
    if (status?.state === 'PUBLISHED') return true;
    await calls.wait(DOUBT_WAIT_MS);
  }
  return false;
}

/** Rethrows an error from looking up a published post as `unknown`, so that the post is looked up again. */
export function asInDoubt(error: unknown): never {
  if (!(error instanceof PublishError)) throw error;
  throw new PublishError('unknown', error.message, { cause: error });
}
