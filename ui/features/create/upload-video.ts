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

function refusal({ status, responseText }: XMLHttpRequest): string {
  if (status === 401) return uploadErrors.signedOut;
  if (status === 413) return uploadErrors.tooLarge;
  return serverMessage(responseText) ?? uploadErrors.refused(status);
}

/** Storage answers errors as `{ statusCode, error, message }`; a proxy in between may answer anything. */
function serverMessage(responseText: string): string | null {
  try {
    const { message } = JSON.parse(responseText) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : null;
  } catch {
    return null;
  }
}
