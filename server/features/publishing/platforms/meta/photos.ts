import { z } from 'zod';
import type { OutgoingMedia } from '../../publisher.ts';
import { uploadForm, uploadLimitMs } from '../kit/upload-form.ts';
import { type Graph, idSchema, parsed } from './graph.ts';
import { isGone } from './graph-errors.ts';

const uploadedSchema = z.object({ id: idSchema });

/**
 * Uploads an unpublished picture to a Page, and returns its id. It is invisible until used in a post.
 * https://developers.facebook.com/docs/graph-api/reference/page/photos
 */
export async function uploadPhoto(graph: Graph, pageId: string, media: OutgoingMedia, name: string): Promise<string> {
  const fields = { published: 'false', ...(media.alt !== '' && { alt_text_custom: media.alt }) };
  const { body, ...headers } = await uploadForm(media, 'source', fields);
  const answer = await graph.send({
    step: `upload ${name}`,
    method: 'POST',
    path: `/${pageId}/photos`,
    headers,
    body,
    limitMs: uploadLimitMs(media.size),
  });
  return parsed(uploadedSchema, answer).id;
}

/** Deletes pictures of a Page. Missing ones are not an error. */
export async function removePhotos(graph: Graph, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await graph
      .send({ step: 'remove picture from the Page', method: 'DELETE', path: `/${id}` })
      .catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  }
}
