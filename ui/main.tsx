import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app.tsx';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@/styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root to render into.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
