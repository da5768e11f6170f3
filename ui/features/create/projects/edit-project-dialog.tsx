import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { FieldGroup } from '@/components/field.tsx';
import { describeIssue, needsVideo, type ProjectForm, projectFormSchema } from '@/features/create/form.ts';
import { createMessages, fieldErrors } from '@/features/create/messages.ts';
import { AccountsField, PlatformsField, PostsPerDayField, TextField } from '@/features/create/project-fields.tsx';
import { projectMessages as words } from '@/features/create/projects/messages.ts';
import { useChangeProject } from '@/features/create/projects/queries.ts';
import { changesOf } from '@/lib/row-changes.ts';
import type { ContentProjectsRow } from '../../../../shared/workspace/database.ts';

/** Edits a project by the same checks as the form that makes one. Only what was changed is saved. */
export function EditProjectDialog({ project, onClose }: { project: ContentProjectsRow; onClose: () => void }) {
  const { niche_name, source_url_1, source_url_2, posts_per_day, platforms, account_ids } = project;
  const before: ProjectForm = { niche_name, source_url_1, source_url_2, posts_per_day, platforms, account_ids };
  const form = useForm<ProjectForm>({
    defaultValues: before,
    resolver: zodResolver(projectFormSchema, { error: describeIssue }),
  });
  const change = useChangeProject(project, onClose);
  const hasVideo = project.video_path !== null;

  function save(edited: ProjectForm) {
    if (change.isPending) return;
    if (needsVideo(edited.platforms) && !hasVideo) {
      return form.setError('platforms', { message: fieldErrors.videoNeeded }, { shouldFocus: true });
    }
    const changes = changesOf(before, edited);
    if (Object.keys(changes).length === 0) onClose();
    else change.mutate(changes);
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>{words.editTitle}</DialogTitle>
          <DialogDescription>{words.editHint}</DialogDescription>
        </DialogHeader>
        <FormProvider {...form}>
          <form noValidate onSubmit={form.handleSubmit(save)}>
            <FieldGroup>
              <TextField name="niche_name" label={createMessages.niche} placeholder={createMessages.nichePlaceholder} />
              {(['source_url_1', 'source_url_2'] as const).map((name, index) => (
                <TextField
                  key={name}
                  name={name}
                  type="url"
                  label={index === 0 ? createMessages.sourceUrl1 : createMessages.sourceUrl2}
                  placeholder={createMessages.sourceUrlPlaceholder}
                />
              ))}
              <PostsPerDayField />
              <PlatformsField hasVideo={hasVideo} />
              <AccountsField />
              <DialogFooter>
                <Button variant="outline" onClick={onClose}>
                  {words.cancel}
                </Button>
                <Button type="submit" aria-disabled={change.isPending}>
                  {words.save}
                </Button>
              </DialogFooter>
            </FieldGroup>
          </form>
        </FormProvider>
      </DialogContent>
    </Dialog>
  );
}
