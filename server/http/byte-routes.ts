import type { Routes } from './zod-compiler.ts';

/**
 * Routes among which `uploads` take their body as a stream of bytes that are not counted, and no others do: they have a
 * context of their own.
 */
export function withUploads(uploads: Routes, routes: Routes): Routes {
  return (api) => {
    void api.register(async (own) => {
      own.removeContentTypeParser('application/json');
      own.addContentTypeParser('application/octet-stream', (_request, bytes, done) => done(null, bytes));
      uploads(own);
    });
    routes(api);
  };
}
