import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

const COOKIE = 'sidebar_state';
/** How long the sidebar's state is stored: 7 days, in seconds (§9). */
const COOKIE_MAX_AGE_S = 7 * 24 * 60 * 60;
/** Windows narrower than 768 px count as mobile (§9). */
const MOBILE_QUERY = '(width < 768px)';

type SidebarState = {
  /** Mobile: the sidebar is a sheet over the page. */
  isMobile: boolean;
  /** Desktop: full width, or icons only. */
  expanded: boolean;
  sheetOpen: boolean;
  setSheetOpen: (open: boolean) => void;
  /** Expands or collapses the sidebar; on mobile opens or closes the sheet. */
  toggle: () => void;
};

const SidebarContext = createContext<SidebarState | null>(null);

/** Provides the sidebar's state, stored in a cookie for 7 days and toggled by Ctrl+B or Cmd+B (§2). */
export function SidebarProvider({ children }: { children: ReactNode }) {
  const isMobile = useMediaQuery(MOBILE_QUERY);
  const [expanded, setExpanded] = useState(() => !document.cookie.split('; ').includes(`${COOKIE}=false`));
  const [sheetOpen, setSheetOpen] = useState(false);

  const toggle = useCallback(() => {
    if (isMobile) return setSheetOpen((open) => !open);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is supported, and §2 asks for a cookie.
    document.cookie = `${COOKIE}=${!expanded}; path=/; max-age=${COOKIE_MAX_AGE_S}; samesite=lax`;
    setExpanded(!expanded);
  }, [isMobile, expanded]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      toggle();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [toggle]);

  const value = useMemo(
    () => ({ isMobile, expanded, sheetOpen, setSheetOpen, toggle }),
    [isMobile, expanded, sheetOpen, toggle],
  );
  return <SidebarContext.Provider value={value}>{children}</SidebarContext.Provider>;
}

export function useSidebar(): SidebarState {
  const value = useContext(SidebarContext);
  if (!value) throw new Error('useSidebar needs a SidebarProvider above it.');
  return value;
}

function useMediaQuery(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
