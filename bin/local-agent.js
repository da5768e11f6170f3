#!/usr/bin/env node
// The launcher. Plain JavaScript that any Node reads far enough to say what it needs.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`local-agent needs Node 20.19 or later; this is ${process.version}. Get it from https://nodejs.org.`);
  process.exitCode = 1;
} else {
  // Node 22 and later keeps compiled code from run to run. Not below the system's temporary folder, its default: what
  // lies there may be another user's.
  module.enableCompileCache?.(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));
  const { prepareCheckout } = await import('./prepare-checkout.js');
  if (await prepareCheckout()) {
    const { main } = await import('../dist/server/main.js');
    await main(process.argv.slice(2));
  } else {
    process.exitCode = 1;
  }
}
