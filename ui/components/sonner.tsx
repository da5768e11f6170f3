import { Toaster as SonnerToaster } from 'sonner';
import { useTheme } from '@/lib/theme.tsx';

/** §9: the secondary notifications: at most 3 at once, 4000 ms each, 356 px wide. */
const VISIBLE_TOASTS = 3;
const DURATION_MS = 4000;
const WIDTH = '356px';
/** Below the top bar of narrow windows. */
const MOBILE_TOP = '4rem';

/** Renders the secondary, single-line notifications (`import { toast } from 'sonner'`); mounted once by the app. */
export function Sonner() {
  const { theme } = useTheme();
  return (
    <SonnerToaster
      theme={theme}
      // Over headings: buttons are at the end of a row or at the bottom of a page or a dialog.
      position="top-center"
      mobileOffset={{ top: MOBILE_TOP }}
      visibleToasts={VISIBLE_TOASTS}
      duration={DURATION_MS}
      style={
        {
          '--width': WIDTH,
          '--normal-bg': 'var(--popover)',
          '--normal-text': 'var(--popover-foreground)',
          '--normal-border': 'var(--border)',
          '--border-radius': 'var(--radius)',
          fontFamily: 'inherit',
        } as React.CSSProperties
      }
    />
  );
}
