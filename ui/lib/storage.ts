/** An error response of the storage, with its own message. */
export class StorageApiError extends Error {
  override name = 'StorageApiError';
}

type Answer<Data> = { data: Data; error: null } | { data: null; error: Error };

/**
 * Replaces @supabase/storage-js in the browser (vite.config.ts), which would add 6 kB to every first screen. It has the
 * two calls that screens use, with the same results. Uploads go through upload.ts, which reports their progress.
 */
export class StorageClient {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #fetch: typeof fetch;

  constructor(url: string, headers: Record<string, string>, fetchAs: typeof fetch) {
    this.#url = url;
    this.#headers = headers;
    this.#fetch = fetchAs;
  }

  from(bucket: string) {
    return {
      /** Signed URLs, valid for `expiresIn` seconds; null for a file that does not exist. */
      createSignedUrls: async (paths: string[], expiresIn: number) => {
        const answer = await this.#ask<{ path: string; error: string | null; signedURL: string | null }[]>(
          'POST',
          `object/sign/${bucket}`,
          { expiresIn, paths },
        );
        if (answer.error) return answer;
        const address = (signedURL: string | null) => signedURL && encodeURI(this.#url + signedURL);
        return { ...answer, data: answer.data.map((file) => ({ ...file, signedUrl: address(file.signedURL) })) };
      },
      /** Removes files and returns those that existed. */
      remove: (prefixes: string[]) => this.#ask<{ name: string }[]>('DELETE', `object/${bucket}`, { prefixes }),
    };
  }

  async #ask<Data>(method: string, path: string, body: unknown): Promise<Answer<Data>> {
    try {
      const response = await this.#fetch(`${this.#url}/${path}`, {
        method,
        headers: { ...this.#headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (response.ok) return { data: await response.json(), error: null };
      const { message } = await response.json().catch(() => ({}));
      return {
        data: null,
        error: new StorageApiError(message || response.statusText || `HTTP ${response.status} error`),
      };
    } catch (error) {
      return { data: null, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }
}
