import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeIssue, EMPTY_FORM, type ProjectForm, projectFormSchema } from '@/features/create/form.ts';
import { readDraft, writeDraft } from '@/lib/draft.ts';

const DRAFT = 'create';

/** What is kept of the form: its fields, and of the video only the name, because a browser gives no file back. */
type Draft = { fields: ProjectForm; video: string | null };

/**
 * The form's fields and video, which begin as they were left in this tab. `lostVideo` names the video that has to be
 * chosen again.
 */
export function useProjectForm() {
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
