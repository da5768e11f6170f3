import { zodResolver } from '@hookform/resolvers/zod';
import { Sparkles } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '@/components/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldDescription, FieldGroup } from '@/components/field.tsx';
import { toast } from '@/components/toast.tsx';
import {
  describeIssue,
  EMPTY_FORM,
  needsVideo,
  type ProjectForm,
  projectFormSchema,
  refusalToast,
} from '@/features/create/form.ts';
import { createMessages, fieldErrors } from '@/features/create/messages.ts';
import {
  AccountsField,
  PlatformsField,
  PostsPerDayField,
  TextField,
  VideosField,
} from '@/features/create/project-fields.tsx';
import { RunEndNote, RunProgress } from '@/features/create/run-progress.tsx';
import { SourceFields } from '@/features/create/source-fields.tsx';
import { useProjectRun } from '@/features/create/use-project-run.ts';
import { videoProblem } from '@/features/create/video.ts';
import { VideoField } from '@/features/create/video-field.tsx';
import { readDraft, writeDraft } from '@/lib/draft.ts';

/**
 * "Create New Content Project" (§2, §5). Keeps the input, also as a draft, until the project is saved; cleared after
 * the run.
 */
export function ProjectFormCard() {
  const { form, video, lostVideo, chooseVideo, clear, forgetDraft } = useProjectForm();
  const videoInput = useRef<HTMLInputElement>(null);
  const { phase, end, run } = useProjectRun();

  async function submit(project: ProjectForm) {
    if (video && videoProblem(video)) return videoInput.current?.focus();
    if (needsVideo(project) && !video) {
      return form.setError('platforms', { message: fieldErrors.videoNeeded }, { shouldFocus: true });
    }
    const { isKept, sources } = await run(project, video, forgetDraft);
    if (isKept) return clear();
    for (const { url, reason } of sources) {
      if (reason === null) continue;
      for (const field of ['source_url_1', 'source_url_2'] as const) {
        if (project[field] === url) form.setError(field, { message: reason });
      }
      const extra = form.getValues('extra_sources').indexOf(url);
      if (extra >= 0) form.setError(`extra_sources.${extra}`, { message: reason });
    }
  }

  function refuse() {
    const message = refusalToast(form.getValues());
    if (message) toast(message);
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>{createMessages.formTitle}</CardTitle>
        <CardDescription>{createMessages.formHint}</CardDescription>
      </CardHeader>
      <CardContent>
        <FormProvider {...form}>
          <form noValidate aria-busy={phase !== null} onSubmit={form.handleSubmit(submit, refuse)}>
            <fieldset disabled={phase !== null} className="min-w-0">
              <FieldGroup>
                <TextField
                  name="niche_name"
                  label={createMessages.niche}
                  placeholder={createMessages.nichePlaceholder}
                />
                <SourceFields />
                <div className="flex flex-col gap-2">
                  <VideoField ref={videoInput} video={video} onChange={chooseVideo} />
                  {lostVideo ? (
                    <FieldDescription role="status">{createMessages.lostVideo(lostVideo)}</FieldDescription>
                  ) : null}
                </div>
                <PostsPerDayField made={createMessages.madeNow} />
                <PlatformsField hasVideo={video !== null} />
                <VideosField hasVideo={video !== null} />
                <AccountsField />
                <Button type="submit" size="lg" className="w-full sm:w-fit sm:self-start">
                  <Sparkles aria-hidden="true" />
                  {phase ? createMessages.busy : createMessages.submit}
                </Button>
              </FieldGroup>
            </fieldset>
          </form>
        </FormProvider>
        {phase ? <RunProgress phase={phase} /> : null}
        {end && !phase ? <RunEndNote end={end} /> : null}
      </CardContent>
    </Card>
  );
}

const DRAFT = 'create';

/** The stored part of the form: its fields, and the video's name, because browsers cannot store a file input. */
type Draft = { fields: ProjectForm; video: string | null };

/** The form's fields and video, restored from this tab. `lostVideo` is the name of a video to choose again. */
function useProjectForm() {
  const [draft] = useState(() => readDraft<Draft>(DRAFT));
  const form = useForm<ProjectForm>({
    defaultValues: { ...EMPTY_FORM, ...draft?.fields },
    resolver: zodResolver(projectFormSchema, { error: describeIssue }),
  });
  const [video, setVideo] = useState<File | null>(null);
  const [lostVideo, setLostVideo] = useState(draft?.video ?? null);

  const keep = useEffectEvent((fields: ProjectForm) => {
    writeDraft(DRAFT, { fields, video: video?.name ?? lostVideo } satisfies Draft);
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form]);

  function chooseVideo(file: File | null) {
    setVideo(file);
    setLostVideo(null);
    writeDraft(DRAFT, { fields: form.getValues(), video: file?.name ?? null } satisfies Draft);
  }

  function clear() {
    form.reset(EMPTY_FORM);
    setVideo(null);
    setLostVideo(null);
  }

  return { form, video, lostVideo, chooseVideo, clear, forgetDraft: () => writeDraft(DRAFT, undefined) };
}
