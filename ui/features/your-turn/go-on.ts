import { useState } from 'react';

const KEY = 'your-turn-goes-on';

/** Whether the next post is prepared once one is published, as chosen in this browser. */
export function useGoesOn(): [boolean, (goesOn: boolean) => void] {
  const [goesOn, setGoesOn] = useState(() => localStorage.getItem(KEY) === 'yes');
  const choose = (next: boolean) => {
    localStorage.setItem(KEY, next ? 'yes' : 'no');
    setGoesOn(next);
  };
  return [goesOn, choose];
}
