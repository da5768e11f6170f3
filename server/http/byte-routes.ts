import type { Routes } from './zod-compiler.ts';

/**
 * Registers `uploads` in a separate Fastify context, in which bodies are unlimited byte streams; `routes` are not
 * affected.
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
