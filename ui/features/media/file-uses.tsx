import { Link } from 'react-router-dom';
import { Badge } from '@/components/badge.tsx';
import { usageLabel } from '@/features/media/media-file.ts';
import { deleteMessages, viewerMessages } from '@/features/media/messages.ts';
import { paths } from '@/lib/paths.ts';
import type { MediaUsageRow } from '../../../shared/workspace/database.ts';

/** How many uses are listed; the rest is counted. */
const NAMED_USES = 6;

/**
 * The uses of a file: posts by the beginning of their caption, with their status, and projects by their niche. With
 * `linked`, each links to its post or project.
 */
export function FileUses({ uses, linked = false }: { uses: readonly MediaUsageRow[]; linked?: boolean }) {
  if (uses.length === 0) return <>{viewerMessages.notUsed}</>;
  const rest = uses.length - NAMED_USES;
  return (
    <ul className="flex flex-col gap-2">
      {uses.slice(0, NAMED_USES).map((use) => (
        <li key={`${use.kind}-${use.id}`} className="flex min-w-0 items-start justify-between gap-3">
          <UseLabel use={use} linked={linked} />
          {use.kind === 'post' ? <Badge variant="outline">{use.status}</Badge> : null}
        </li>
      ))}
      {rest > 0 ? <li className="text-muted-foreground">{deleteMessages.more(rest)}</li> : null}
    </ul>
  );
}

function UseLabel({ use, linked }: { use: MediaUsageRow; linked: boolean }) {
  const label = usageLabel(use);
  const place = placeOf(use);
  if (!linked || place === null) {
    return (
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {label}
      </span>
    );
  }
  return (
    <Link
      to={place.to}
      dir="auto"
      aria-label={place.opens(label)}
      className="min-w-0 rounded-sm text-primary underline-offset-4 [overflow-wrap:anywhere] hover:underline"
    >
      {label}
    </Link>
  );
}

/** The link of a use; null for those without a page. */
function placeOf({ kind, id }: MediaUsageRow): { to: string; opens: (label: string) => string } | null {
  if (kind === 'post') return { to: paths.postPreview(id), opens: viewerMessages.openPost };
  return kind === 'project' ? { to: paths.project(id), opens: viewerMessages.openProject } : null;
}
