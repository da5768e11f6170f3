import { createContext, type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { focusItem, focusSearch, type KeyMap, useKeys } from '@/lib/keys.ts';
import { lazyPart } from '@/lib/lazy-part.ts';

const Palette = lazyPart('Palette', () => import('@/app/shell/palette/palette.tsx'));
const KeysHelp = lazyPart('KeysHelp', () => import('@/app/shell/palette/keys-help.tsx'));

type Opened = 'palette' | 'keys' | null;

const PaletteContext = createContext<() => void>(() => undefined);

export const useOpenPalette = () => useContext(PaletteContext);

/** Provides the palette (Ctrl+K or Cmd+K) and the shortcuts of every screen: N, /, J, K and ?, which lists them. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>(null);
  const [target, setTarget] = useState<{ path: string } | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const close = () => setOpened(null);

  const keys: KeyMap = {
    n: () => setTarget({ path: '/compose' }),
    '/': () => focusSearch() || setOpened('palette'),
    j: () => focusItem(1),
    k: () => focusItem(-1),
    '?': () => setOpened('keys'),
  };
  // The opened dialog may still be loading, and the next key is meant for it.
  useKeys(opened === null ? keys : {});
  usePaletteKey(() => setOpened((now) => (now === 'palette' ? null : 'palette')));

  // Clicks a link, so that a screen with unsaved changes can ask first.
  useEffect(() => {
    if (target) link.current?.click();
  }, [target]);

  return (
    <PaletteContext value={() => setOpened('palette')}>
      {children}
      <Link
        ref={link}
        to={target?.path ?? '/'}
        target={isOutside(target?.path) ? '_blank' : undefined}
        rel="noreferrer"
        hidden
        tabIndex={-1}
        aria-hidden="true"
      />
      <Suspense>
        {opened === 'palette' ? (
          <Palette
            onClose={close}
            onGo={(path) => {
              close();
              setTarget({ path });
            }}
          />
        ) : null}
        {opened === 'keys' ? <KeysHelp onClose={close} /> : null}
      </Suspense>
    </PaletteContext>
  );
}

/** A post on its platform's site, which opens in a new tab. */
function isOutside(path = ''): boolean {
  return /^https?:/i.test(path);
}

/** Ctrl+K or Cmd+K, also while typing; not over another dialog. */
function usePaletteKey(toggle: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      if (!document.querySelector('[role=dialog]:not([data-palette]), [role=alertdialog]')) toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
