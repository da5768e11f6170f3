import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '@/components/dialog.tsx';
import { FieldDescription, FieldGroup } from '@/components/field.tsx';
import { describeIssue, needsVideo, type ProjectForm, projectFormSchema } from '@/features/create/form.ts';
import { createMessages, fieldErrors } from '@/features/create/messages.ts';
import {
  AccountsField,
  PlatformsField,
  PostsPerDayField,
  TextField,
  VideosField,
} from '@/features/create/project-fields.tsx';
import { projectMessages as words } from '@/features/create/projects/messages.ts';
import { projectVideoQuery, useSaveProject } from '@/features/create/projects/queries.ts';
import { RunProgress } from '@/features/create/run-progress.tsx';
import { SourceFields } from '@/features/create/source-fields.tsx';
import { type StoredVideo, videoProblem } from '@/features/create/video.ts';
import { VideoField } from '@/features/create/video-field.tsx';
import { changesOf } from '@/lib/row-changes.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { ContentProjectsRow } from '../../../../shared/workspace/database.ts';

/** Edits a project with the creation form's checks. Only changed fields are saved. */
export function EditProjectDialog({ project, onClose }: { project: ContentProjectsRow; onClose: () => void }) {
  const { niche_name, source_url_1, source_url_2, extra_sources, posts_per_day, platforms, account_ids, videos } =
    project;
  const sources = { source_url_1, source_url_2, extra_sources };
  const before: ProjectForm = { niche_name, ...sources, posts_per_day, platforms, account_ids, videos };
  const form = useForm<ProjectForm>({
    defaultValues: before,
    resolver: zodResolver(projectFormSchema, { error: describeIssue }),
  });
  const [video, setVideo] = useProjectVideo(project.video_path);
  const videoInput = useRef<HTMLInputElement>(null);
  const { phase, save } = useSaveProject(project, onClose);

  function submit(edited: ProjectForm) {
    if (video instanceof File && videoProblem(video)) return videoInput.current?.focus();
    if (needsVideo(edited) && !video) {
      return form.setError('platforms', { message: fieldErrors.videoNeeded }, { shouldFocus: true });
    }
    const fields = changesOf(before, edited);
    const hasNewVideo = video instanceof File || (video === null && project.video_path !== null);
    if (Object.keys(fields).length === 0 && !hasNewVideo) onClose();
    else save({ fields, video });
  }

  /** Also aborts the upload. */
  function close() {
    if (phase?.kind === 'uploading') phase.cancel();
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => open || close()}>
      <DialogContent className="max-w-2xl">
        <DialogHeading title={words.editTitle} description={words.editHint} />
        <FormProvider {...form}>
          <form noValidate aria-busy={phase !== null} onSubmit={form.handleSubmit(submit)}>
            <fieldset disabled={phase !== null} className="min-w-0">
              <FieldGroup>
                <TextField
                  name="niche_name"
                  label={createMessages.niche}
                  placeholder={createMessages.nichePlaceholder}
                />
                <SourceFields />
                <div className="flex flex-col gap-2">
                  <VideoField ref={videoInput} video={video} onChange={setVideo} />
                  {project.video_path === null ? null : <FieldDescription>{words.oldVideoStays}</FieldDescription>}
                </div>
                <PostsPerDayField made={createMessages.madePerRun} />
                <PlatformsField hasVideo={video !== null} />
                <VideosField hasVideo={video !== null} />
                <AccountsField />
              </FieldGroup>
            </fieldset>
            {phase ? <RunProgress phase={phase} /> : null}
            <DialogFooter className="mt-6">
              <Button variant="outline" onClick={close}>
                {words.cancel}
              </Button>
              <Button type="submit" disabled={phase !== null}>
                {words.save}
              </Button>
            </DialogFooter>
          </form>
        </FormProvider>
      </DialogContent>
    </Dialog>
  );
}

/** The project's video, until another is chosen or it is removed. */
function useProjectVideo(path: string | null) {
  const stored = useQuery(projectVideoQuery(useSupabase(), path)).data;
  const [chosen, choose] = useState<File | null | undefined>(undefined);
  const before: StoredVideo | null = path === null ? null : (stored ?? { name: path, size: null, isMissing: false });
  return [chosen === undefined ? before : chosen, choose] as const;
}
