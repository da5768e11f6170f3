import { uploadErrors } from '@/features/create/messages.ts';
import { VIDEO_MIME_TYPE } from '../../../shared/content-project.ts';
import { MEDIA_BUCKET } from '../../../shared/media-bucket.ts';

/** Bytes sent so far, of how many. */
export type UploadProgress = { sent: number; total: number };

type Destination = { supabaseUrl: string; supabaseKey: string; accessToken: string; name: string };

/** The member pressed "Cancel upload". */
export class UploadCancelledError extends Error {}

/**
 * Sends the file to the media bucket under `name`. By XMLHttpRequest, because fetch tells nothing about what has been sent. Throws
 * UploadCancelledError after `signal`, otherwise an Error whose message is for people.
 */
export function uploadVideo(
  file: File,
  { supabaseUrl, supabaseKey, accessToken, name }: Destination,
  { onProgress, signal }: { onProgress: (progress: UploadProgress) => void; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UploadCancelledError());
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = (event) => onProgress({ sent: event.loaded, total: file.size });
    request.onload = () => (request.status < 300 ? resolve() : reject(new Error(refusal(request))));
    request.onerror = () => reject(new Error(uploadErrors.interrupted));
    request.onabort = () => reject(new UploadCancelledError());
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.open('POST', `${supabaseUrl}/storage/v1/object/${MEDIA_BUCKET}/${encodeURIComponent(name)}`);
    request.setRequestHeader('Authorization', `Bearer ${accessToken}`);
    request.setRequestHeader('apikey', supabaseKey);
    request.setRequestHeader('Content-Type', VIDEO_MIME_TYPE);
    request.setRequestHeader('x-upsert', 'false');
    request.send(file);
  });
}

/** What the messages of a hosted project's storage say about a token that is no good (any more). */
const BAD_TOKEN = /\bjw[st]\b|"exp" claim/i;

/** Storage answers nearly every refusal with 400; the body tells them apart. */
function refusal({ status, responseText }: XMLHttpRequest): string {
  const { statusCode, message } = readAnswer(responseText);
  const code = Number(statusCode ?? status);
  if (code === 401 || BAD_TOKEN.test(message ?? '')) return uploadErrors.signedOut;
  if (code === 413) return uploadErrors.tooLarge;
  return message ?? uploadErrors.refused(code);
}

/** Storage answers errors as `{ statusCode, error, message }`; a proxy in between may answer anything. */
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
