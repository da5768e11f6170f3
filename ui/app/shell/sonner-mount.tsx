import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

const Sonner = lazy(async () => ({ default: (await import('@/components/sonner.tsx')).Sonner }));

/** The screens whose messages are single lines (§8). */
const SCREENS = ['/scheduler', '/settings'];

/**
 * Mounts the secondary notifications with the first screen that speaks through them, and keeps them after it is left.
 */
export function SonnerMount() {
  const { pathname } = useLocation();
  const [needed, setNeeded] = useState(false);

  useEffect(() => {
    if (SCREENS.includes(pathname)) setNeeded(true);
  }, [pathname]);

  return needed ? (
    <Suspense>
      <Sonner />
    </Suspense>
  ) : null;
}
