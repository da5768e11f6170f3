import { resolveObjectURL } from 'node:buffer';

/**
 * The XMLHttpRequest of a document without progress events: sends through `fetch`, so that a test's faults affect
 * uploads too.
 */
export class UploadRequest {
  status = 0;
  responseText = '';
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  readonly upload: { onprogress: ((progress: { loaded: number }) => void) | null } = { onprogress: null };
  readonly #headers = new Headers();
  readonly #abort = new AbortController();
  #method = '';
  #url = '';

  open(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }

  abort() {
    this.#abort.abort();
  }

  send(file: File) {
    const { signal } = this.#abort;
    const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    void Promise.race([aborted, this.#send(file, signal)])
      .then(
        () => this.onload?.(),
        () => (signal.aborted ? this.onabort?.() : this.onerror?.()),
      )
      .finally(() => this.onloadend?.());
  }

  async #send(file: File, signal: AbortSignal) {
    const request = { method: this.#method, headers: this.#headers, body: await file.arrayBuffer(), signal };
    const response = await fetch(this.#url, request);
    this.responseText = await response.text();
    this.status = response.status;
    this.upload.onprogress?.({ loaded: file.size });
  }
}

type Elements = Pick<typeof globalThis, 'HTMLImageElement' | 'HTMLMediaElement'>;

/**
 * Makes pictures and videos of chosen files fire events, as in a browser that draws nothing: a complete PNG loads,
 * anything else is broken.
 */
export function loadChosenFiles({ HTMLImageElement, HTMLMediaElement }: Elements): void {
  for (const { prototype } of [HTMLImageElement, HTMLMediaElement]) {
    Object.defineProperty(prototype, 'src', {
      configurable: true,
      get(this: HTMLElement) {
        return this.getAttribute('src') ?? '';
      },
      set(this: HTMLElement, url: string) {
        this.setAttribute('src', url);
        const file = resolveObjectURL(url);
        if (!file) return;
        void file.arrayBuffer().then((bytes) => {
          const size = this.tagName === 'IMG' ? sizeOf(Buffer.from(bytes)) : null;
          if (size)
            Object.defineProperties(this, { naturalWidth: { value: size[0] }, naturalHeight: { value: size[1] } });
          this.dispatchEvent(new Event(size ? 'load' : 'error'));
        });
      },
    });
  }
}

/** Width and height of a PNG in pixels; null for anything else, or a truncated one. */
function sizeOf(bytes: Buffer): [number, number] | null {
  if (bytes.toString('latin1', 1, 4) !== 'PNG' || !bytes.subarray(-8).includes('IEND')) return null;
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
