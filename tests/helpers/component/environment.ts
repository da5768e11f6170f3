import { GlobalWindow } from 'happy-dom';
import { type Environment, populateGlobal } from 'vitest/environments';

/**
 * A document in the test's own process: happy-dom's, with Node's own fetch, streams and addresses, which the agent of the
 * same process uses too. It has no layout, no styles and no frames, and loads no pictures.
 */
const environment: Environment = {
  name: 'document',
  viteEnvironment: 'client',
  async setup(global) {
    const window = new GlobalWindow({
      url: 'http://127.0.0.1:3001',
      width: 1440,
      height: 900,
      settings: { disableErrorCapturing: true },
    });
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true });
    return {
      async teardown() {
        await window.happyDOM.abort();
        for (const key of keys) Reflect.deleteProperty(global, key);
        for (const [key, value] of originals) global[key] = value;
      },
    };
  },
};

export default environment;
