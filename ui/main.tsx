import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app.tsx';
import '@/lib/history-gate.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@/styles.css';

// zod compiles its checks with `new Function` if possible, and even trying violates our content security policy. Set
// here, not by z.config, because zod is loaded with the screens that use it and not at first.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root to render into.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
