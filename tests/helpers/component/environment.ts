import { GlobalWindow } from 'happy-dom';
import { type Environment, populateGlobal } from 'vitest/runtime';
import { loadChosenFiles, UploadRequest } from './files.ts';
import { plainStyles } from './plain-styles.ts';

/**
 * A document in the test's own process: happy-dom's, with Node's own fetch, streams and URLs, which the agent in the
 * same process uses too. It has no layout, styles or frames, and loads no pictures except those of files chosen for an
 * upload.
 */
const environment: Environment = {
  name: 'document',
  // Like the other tests, so that modules used by both are transformed once.
  viteEnvironment: 'ssr',
  async setup(global) {
    const window = new GlobalWindow({
      url: 'http://127.0.0.1:3001',
      width: 1440,
      height: 900,
      settings: { disableErrorCapturing: true },
    });
    plainStyles(window);
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true });
    // Only Node's own can have a blob: URL, and be sent by its fetch.
    for (const name of ['Blob', 'File']) global[name] = originals.get(name);
    global.XMLHttpRequest = UploadRequest;
    loadChosenFiles(global as typeof globalThis);
    global.IntersectionObserver = AllInWindow;
    // happy-dom cannot edit text, and future browsers may not support this call either.
    Object.assign(window.document, { execCommand: () => false });
    writeRangesAsBrowsers(window.HTMLTextAreaElement.prototype);
    writeRangesAsBrowsers(window.HTMLInputElement.prototype);
    return {
      async teardown() {
        await window.happyDOM.abort();
        for (const key of keys) Reflect.deleteProperty(global, key);
        for (const [key, value] of originals) global[key] = value;
      },
    };
  },
};

/**
 * As in browsers, setRangeText must bypass a replaced `value` property of a field, which happy-dom does not do. React
 * replaces it, and would take the text for one that it wrote itself.
 */
function writeRangesAsBrowsers(fields: { setRangeText: (...given: never[]) => void }): void {
  const { setRangeText } = fields;
  fields.setRangeText = function (...given) {
    const pages = Object.getOwnPropertyDescriptor(this, 'value');
    Reflect.deleteProperty(this, 'value');
    try {
      setRangeText.apply(this, given);
    } finally {
      if (pages) Object.defineProperty(this, 'value', pages);
    }
  };
}

/** Without a layout, everything counts as visible. */
class AllInWindow {
  readonly #onSeen: (entries: object[]) => void;

  constructor(onSeen: (entries: object[]) => void) {
    this.#onSeen = onSeen;
  }

  observe(target: Element) {
    queueMicrotask(() =>
      this.#onSeen([{ target, isIntersecting: true, boundingClientRect: target.getBoundingClientRect() }]),
    );
  }

  disconnect() {}
}

export default environment;
