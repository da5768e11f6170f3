import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app.tsx';
import '@/lib/history-gate.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@/styles.css';

// zod compiles its checks with `new Function` where it may. Our content security policy says no, and even asking counts
// as a violation of it. Set
// here, not by z.config, because zod comes with the screens that use it and not with the first load.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root to render into.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
