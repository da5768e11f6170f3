import { Copy } from 'lucide-react';
import { IconButton } from '@/components/icon-button.tsx';
import { copyText } from '@/domain/publishing/composer.tsx';
import { yourTurnMessages as words } from '@/domain/publishing/messages.ts';

/** Where the media lie on the agent's computer, to be chosen in the composer. */
export function HandedFiles({ paths }: { paths: string[] }) {
  if (paths.length === 0) return null;
  return (
    <div>
      <p>{words.files}</p>
      <ul>
        {paths.map((path) => (
          <li key={path} className="flex items-center gap-1">
            <span className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">{path}</span>
            <IconButton
              icon={Copy}
              label={words.copyPath(path)}
              onClick={() => void copyText(path, words.pathCopied)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
