import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The token of the set-up link (/auth#setup=<token>), kept in memory: it leaves the address bar and the history as soon as it is read. */
export function useSetupToken(): string | null {
  const location = useLocation();
  const navigate = useNavigate();
  const found = new URLSearchParams(location.hash.slice(1)).get('setup');
  const [token, setToken] = useState(found);

  useEffect(() => {
    if (!found) return;
    setToken(found);
    navigate({ pathname: location.pathname, search: location.search }, { replace: true, state: location.state });
  }, [found, navigate, location]);

  return token;
}
