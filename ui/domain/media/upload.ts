import { renewSession } from '@/lib/renew-session.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { UiConfig } from '../../../shared/agent/agent-api.ts';
import { MEDIA_BUCKET, withPoster } from '../../../shared/posts/media-bucket.ts';

/** Bytes sent so far, and in total. */
export type UploadProgress = { sent: number; total: number };

/** Reports an upload's progress and cancels it. */
export type UploadControl = { onProgress: (progress: UploadProgress) => void; signal: AbortSignal };

/** The upload was cancelled. */
export class UploadCancelledError extends Error {}

/** Why a file was not stored. `message` is the storage's error message, if it sent one. */
export type UploadFailure =
  | { kind: 'interrupted' }
  | { kind: 'signed-out' }
  | { kind: 'too-large' }
  /** The content is of a type that the bucket does not accept, or does not match the file's type. */
  | { kind: 'not-media' }
  | { kind: 'damaged' }
  | { kind: 'refused'; status: number; message: string | null };

/** The file was not stored; each feature has its own texts for users. */
export class UploadError extends Error {
  readonly failure: UploadFailure;

  constructor(failure: UploadFailure) {
    super(`The upload failed: ${failure.kind}`);
    this.name = 'UploadError';
    this.failure = failure;
  }
}

/**
 * A name for a stored file: a random number and the original's extension (§3), or `fallbackExtension` if it has none
 * that can be kept. Nothing else of the original's name is used, so no name is unsafe. Unguessable: 128 random bits.
 */
export function storedName(originalName: string, fallbackExtension: string): string {
  const number = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => String(part).padStart(10, '0')).join(
    '',
  );
  const extension = /\.([a-z0-9]{1,8})$/i.exec(originalName)?.[1]?.toLowerCase() ?? fallbackExtension;
  return `${number}.${extension}`;
}

/**
 * Stores the file in the media bucket under `name`, as the signed-in member. Throws UploadCancelledError if `signal`
 * aborts, otherwise UploadError; then no file is left behind.
 */
export async function storeFile(
  { supabase, config }: { supabase: Supabase; config: UiConfig },
  file: File,
  name: string,
  control: UploadControl,
): Promise<void> {
  const session = (await supabase.auth.getSession()).data.session;
  if (!session) throw new UploadError({ kind: 'signed-out' });
  try {
    await send(file, { ...config, accessToken: session.access_token, name }, control);
  } catch (error) {
    // Ends the session for the whole UI if it cannot be refreshed. The upload is not retried automatically.
    if (error instanceof UploadError && error.failure.kind === 'signed-out') {
      await renewSession(supabase.auth, session.access_token);
    }
    if (!(error instanceof UploadError) || error.failure.kind === 'interrupted')
      await discardLateUpload(supabase, name);
    throw error;
  }
}

/** Stores a small file under a name, replacing an existing one. Throws UploadError. */
export async function replaceFile(
  { supabase, config }: { supabase: Supabase; config: UiConfig },
  file: File,
  name: string,
): Promise<void> {
  const session = (await supabase.auth.getSession()).data.session;
  if (!session) throw new UploadError({ kind: 'signed-out' });
  const destination = { ...config, accessToken: session.access_token, name, isReplacing: true };
  await send(file, destination, { onProgress: () => {}, signal: new AbortController().signal });
}

/** How long the storage may still be processing an upload after it was interrupted, in milliseconds. */
const LATE_UPLOAD_DELAY_MS = 3000;

/**
 * Removes an interrupted upload: its last byte may have arrived just before the interruption, while the storage is
 * still processing it.
 */
async function discardLateUpload(supabase: Supabase, name: string): Promise<void> {
  if (!(await discardFile(supabase, name))) setTimeout(() => void discardFile(supabase, name), LATE_UPLOAD_DELAY_MS);
}

/** Removes a file that was just stored and is not needed; returns whether it existed. A failure is only logged. */
export async function discardFile(supabase: Supabase, name: string): Promise<boolean> {
  try {
    return await removeFile(supabase, name);
  } catch (error) {
    console.error(`The uploaded file ${name} could not be removed again.`, error);
    return false;
  }
}

/**
 * Removes a file of the media bucket, and a video's poster with it; returns whether it existed. Throws Supabase's
 * error.
 */
export async function removeFile(supabase: Supabase, path: string): Promise<boolean> {
  const { data, error } = await supabase.storage.from(MEDIA_BUCKET).remove(withPoster(path));
  if (error) throw error;
  return data.some(({ name }) => name === path);
}

type Destination = {
  supabaseUrl: string;
  supabaseKey: string;
  accessToken: string;
  name: string;
  isReplacing?: boolean;
};

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function send(file: File, destination: Destination, { onProgress, signal }: UploadControl): Promise<void> {
  const { supabaseUrl, supabaseKey, accessToken, name, isReplacing = false } = destination;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UploadCancelledError());
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = (event) => onProgress({ sent: event.loaded, total: file.size });
    request.onload = () => (request.status < 300 ? resolve() : reject(new UploadError(failureOf(request))));
    request.onerror = () => reject(new UploadError({ kind: 'interrupted' }));
    request.onabort = () => reject(new UploadCancelledError());
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.open('POST', `${supabaseUrl}/storage/v1/object/${MEDIA_BUCKET}/${encodeURIComponent(name)}`);
    request.setRequestHeader('Authorization', `Bearer ${accessToken}`);
    request.setRequestHeader('apikey', supabaseKey);
    request.setRequestHeader('Content-Type', file.type);
    request.setRequestHeader('x-upsert', String(isReplacing));
    request.send(file);
  });
}

/** Matches a hosted project's error messages about an invalid or expired token. */
const BAD_TOKEN = /\bjw[st]\b|"exp" claim/i;

/** Storage answers nearly every refusal with status 400; the actual code is in the body. */
function failureOf({ status, responseText }: XMLHttpRequest): UploadFailure {
  const { statusCode, message } = readAnswer(responseText);
  const code = Number(statusCode ?? status);
  if (code === 401 || BAD_TOKEN.test(message ?? '')) return { kind: 'signed-out' };
  if (code === 413) return { kind: 'too-large' };
  return { kind: 'refused', status: code, message };
}

/** Storage's errors have the form `{ statusCode, error, message }`; a proxy in between may answer anything. */
function readAnswer(responseText: string): { statusCode: string | null; message: string | null } {
  try {
    const { statusCode, message } = JSON.parse(responseText) as { statusCode?: unknown; message?: unknown };
    return {
      statusCode: typeof statusCode === 'string' ? statusCode : null,
      message: typeof message === 'string' && message !== '' ? message : null,
    };
  } catch {
    return { statusCode: null, message: null };
  }
}
