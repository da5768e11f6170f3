import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { insightsApi } from '../../shared/api/insights.ts';
import { mediaApi } from '../../shared/api/media.ts';
import { call, callForFile } from '../agent-client/api.ts';
import { AppError } from '../errors.ts';
import { tooLargeToShow } from './messages.ts';
import { readWholePost, shortCaption } from './post-views.ts';
import type { Reach } from './reach.ts';
import { type Registry, refusalInWords } from './tool.ts';
import { listPosts } from './tools/posts.ts';
import { MEDIA_URI_TEMPLATE, mediaUri, POST_URI_TEMPLATE, postUri, REPORT_URI_TEMPLATE } from './uris.ts';

/** How many of the latest posts and files are listed. */
const LISTED = 50;
/** Largest file that assistants accept; base64 adds a third. */
const SHOWN_MAX_MB = 5;

/** Registers resources: posts as JSON, the Media Library's files, and monthly reports. */
export function addResources({ server, withReach, onFault }: Registry): void {
  /** Turns an AppError into a protocol error with the same message. */
  const asked = <T>(work: (reach: Reach) => Promise<T>): Promise<T> =>
    withReach(work).catch((error: unknown) => {
      const isMissing = error instanceof AppError && error.code === 'not_found';
      const code = isMissing ? RESOURCE_NOT_FOUND : ErrorCode.InternalError;
      throw new McpError(code, refusalInWords(error, onFault));
    });

  server.registerResource(
    'post',
    new ResourceTemplate(POST_URI_TEMPLATE, {
      list: () =>
        asked(async ({ api }) => {
          const posts = await listPosts(api, { order: 'latest', limit: LISTED });
          const resources = posts.map(({ id, status, scheduled_time, generated_content: { caption } }) => ({
            uri: postUri(id),
            name: `post ${id.slice(0, 8)}`,
            title: shortCaption(caption),
            description: `${status}, ${scheduled_time}`,
            mimeType: JSON_TYPE,
          }));
          return { resources };
        }),
    }),
    {
      title: 'Post',
      description: 'A post with its reasons and deliveries, as show_post shows it.',
      mimeType: JSON_TYPE,
    },
    (uri, { id }) =>
      asked(async ({ api }): Promise<ReadResourceResult> => {
        const post = await readWholePost(api, decodeURIComponent(String(id)));
        return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(post, null, 1) }] };
      }),
  );

  server.registerResource(
    'media',
    new ResourceTemplate(MEDIA_URI_TEMPLATE, {
      list: () =>
        asked(async ({ api }) => {
          const files = await call(api, mediaApi.listMedia, { query: { limit: LISTED } });
          const resources = files.map(({ path, name, alt, mime_type, size_bytes }) => ({
            uri: mediaUri(path),
            name: name ?? path,
            description: alt,
            ...(mime_type !== null && { mimeType: mime_type }),
            size: size_bytes,
          }));
          return { resources };
        }),
    }),
    { title: 'Picture or video', description: `A file of the Media Library, up to ${SHOWN_MAX_MB} MB.` },
    (uri, { path }) =>
      asked(async ({ api }): Promise<ReadResourceResult> => {
        const answer = await callForFile(api, mediaApi.getMediaBytes, {
          params: { file: decodeURIComponent(String(path)) },
        });
        const mimeType = answer.headers.get('content-type') ?? 'application/octet-stream';
        const blob = (await readBounded(answer)).toString('base64');
        return { contents: [{ uri: uri.href, mimeType, blob }] };
      }),
  );

  server.registerResource(
    'report',
    new ResourceTemplate(REPORT_URI_TEMPLATE, { list: undefined }),
    { title: 'Report of a month', description: 'What posts reached in a month, as a PDF.', mimeType: PDF_TYPE },
    (uri, { month }) =>
      asked(async ({ api }): Promise<ReadResourceResult> => {
        const report = await callForFile(api, insightsApi.reportInsights, { query: { month: String(month) } });
        const blob = (await readBounded(report)).toString('base64');
        return { contents: [{ uri: uri.href, mimeType: PDF_TYPE, blob }] };
      }),
  );
}

const JSON_TYPE = 'application/json';
const PDF_TYPE = 'application/pdf';
/** https://modelcontextprotocol.io/specification/2025-06-18/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;

/** Reads a body. AppError too_large when it exceeds SHOWN_MAX_MB. */
async function readBounded({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the stream.
  for await (const piece of body ? Readable.fromWeb(body as NodeReadableStream<Uint8Array>) : []) {
    size += piece.length;
    if (size > SHOWN_MAX_MB * 1_000_000) throw new AppError('too_large', tooLargeToShow(SHOWN_MAX_MB));
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
