import { Download, File } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { ArtifactPicture } from '@/features/scripts/runs/artifact-picture.tsx';
import { artifactMessages } from '@/features/scripts/runs/messages.ts';
import { useArtifactDownload } from '@/features/scripts/runs/use-artifact-download.ts';
import { formatSize } from '@/lib/format.ts';
import type { ScriptArtifact } from '../../../../shared/scripts/script-run.ts';

/** Pictures loaded initially: a run may have saved 200. */
const PICTURES_AT_FIRST = 12;

/** A run's saved files: pictures as thumbnails, others as downloads. Nothing if there are none. */
export function Artifacts({ runId, artifacts }: { runId: string; artifacts: ScriptArtifact[] }) {
  if (artifacts.length === 0) return null;
  const isPicture = ({ type }: ScriptArtifact) => type.startsWith('image/');
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-sm font-medium">{artifactMessages.title}</h3>
      <Pictures runId={runId} pictures={artifacts.filter(isPicture)} />
      <Files runId={runId} files={artifacts.filter((artifact) => !isPicture(artifact))} />
    </div>
  );
}

function Pictures({ runId, pictures }: { runId: string; pictures: ScriptArtifact[] }) {
  const [showsAll, setShowsAll] = useState(false);
  if (pictures.length === 0) return null;
  const shown = showsAll ? pictures : pictures.slice(0, PICTURES_AT_FIRST);
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
        {shown.map(({ path }) => (
          <li key={path} className="min-w-0">
            <ArtifactPicture runId={runId} path={path} />
          </li>
        ))}
      </ul>
      {shown.length < pictures.length ? (
        <Button variant="outline" size="sm" className="self-start" onClick={() => setShowsAll(true)}>
          {artifactMessages.showAll(pictures.length)}
        </Button>
      ) : null}
    </>
  );
}

function Files({ runId, files }: { runId: string; files: ScriptArtifact[] }) {
  const download = useArtifactDownload(runId);
  if (files.length === 0) return null;
  return (
    <ul className="flex max-h-72 flex-col divide-y overflow-y-auto rounded-md border">
      {files.map(({ path, size }) => (
        <li key={path} className="flex shrink-0 items-center gap-2.5 py-1 pr-1 pl-3 text-sm">
          <File className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
          <span dir="auto" title={path} className="min-w-0 truncate">
            {path}
          </span>
          <span className="ml-auto shrink-0 text-xs text-muted-foreground tabular-nums">{formatSize(size)}</span>
          <IconButton
            icon={Download}
            label={artifactMessages.downloadFile(path)}
            disabled={download.isPending}
            onClick={() => download.mutate(path)}
          />
        </li>
      ))}
    </ul>
  );
}
