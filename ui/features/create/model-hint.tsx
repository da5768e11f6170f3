import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { aiStateQuery } from '@/domain/workspace/ai-state.ts';
import { createMessages } from '@/features/create/messages.ts';
import { useAgent } from '@/lib/agent.ts';

/** Records that the hint was shown. */
const STORAGE_KEY = 'create.model-hint';

/**
 * After a run of the built-in writer: suggests a local model. Shown once per browser; nothing when a model is chosen,
 * or when the agent cannot choose one.
 */
export function ModelHint() {
  const [isNew, setIsNew] = useState(() => localStorage.getItem(STORAGE_KEY) === null);
  const { data } = useQuery({ ...aiStateQuery(useAgent()), enabled: isNew, retry: false });
  const isShown = isNew && data?.source === 'stored' && data.provider === null;
  useEffect(() => {
    if (isShown) localStorage.setItem(STORAGE_KEY, 'shown');
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div className="flex items-start gap-3 border-t pt-3 text-[0.8125rem] text-muted-foreground">
      <p className="min-w-0 flex-1 text-pretty">
        {createMessages.modelHint}{' '}
        <Link to="/settings" className="font-medium text-foreground underline underline-offset-4">
          {createMessages.modelHintLink}
        </Link>
      </p>
      <Button variant="ghost" size="icon-sm" aria-label={createMessages.modelHintClose} onClick={() => setIsNew(false)}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
