import { useEffect, useId } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Checkbox } from '@/components/checkbox.tsx';
import { Field, FieldDescription, FieldError, FieldLabel, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Label } from '@/components/label.tsx';
import { Select } from '@/components/select.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { AccountChoice } from '@/domain/publishing/account-choice.tsx';
import { usePublishingAccounts } from '@/domain/publishing/accounts.ts';
import { useSettings } from '@/domain/workspace/settings.ts';
import type { ProjectForm } from '@/features/create/form.ts';
import { createMessages, postsPerDayLabel } from '@/features/create/messages.ts';
import { paths } from '@/lib/paths.ts';
import { POSTS_PER_DAY_MAX, POSTS_PER_DAY_MIN, VIDEO_CHOICES } from '../../../shared/posts/content-project.ts';
import { videoOnly } from '../../../shared/posts/platform-limits.ts';
import { PLATFORMS, type Platform, platformLabel } from '../../../shared/posts/platforms.ts';
import type { AppSettingsRow } from '../../../shared/workspace/database.ts';

type TextFieldProps = {
  name: 'niche_name' | 'source_url_1' | 'source_url_2';
  label: string;
  placeholder: string;
  type?: 'text' | 'url';
};

export function TextField({ name, label, placeholder, type = 'text' }: TextFieldProps) {
  const { register, formState } = useFormContext<ProjectForm>();
  const error = formState.errors[name]?.message;
  return (
    <InputField
      label={label}
      error={error}
      type={type}
      dir="auto"
      autoComplete="off"
      placeholder={placeholder}
      aria-required="true"
      {...register(name)}
    />
  );
}

const OPTIONS = Array.from(
  { length: POSTS_PER_DAY_MAX - POSTS_PER_DAY_MIN + 1 },
  (_, index) => POSTS_PER_DAY_MIN + index,
);

/** The project's posts per day, 1 to 10. `made` returns the note on when that many are made. */
export function PostsPerDayField({ made }: { made: (count: number) => string }) {
  const id = useId();
  const settings = useSettings();
  const { field } = useController<ProjectForm, 'posts_per_day'>({ name: 'posts_per_day' });
  return (
    <Field>
      <FieldLabel htmlFor={id}>{createMessages.postsPerDay}</FieldLabel>
      <Select
        id={id}
        ref={field.ref}
        onBlur={field.onBlur}
        aria-describedby={`${id}-hint`}
        className="sm:max-w-56"
        value={String(field.value)}
        onChoose={(value) => field.onChange(Number(value))}
        options={OPTIONS.map((count) => ({ value: String(count), label: postsPerDayLabel(count) }))}
      />
      <FieldDescription id={`${id}-hint`} className="min-h-10 text-pretty">
        {made(field.value)} {settings ? createMessages.autopilot[autopilotOf(settings)] : null}{' '}
        <Link to={paths.settings('posting')} className="whitespace-nowrap underline underline-offset-2">
          {createMessages.autopilotLink}
        </Link>
      </FieldDescription>
    </Field>
  );
}

function autopilotOf({ automation_paused, auto_generate_daily }: AppSettingsRow) {
  if (automation_paused) return 'paused';
  return auto_generate_daily ? 'on' : 'off';
}

/** The platforms to post to, with a note on those that accept only videos. */
export function PlatformsField({ hasVideo }: { hasVideo: boolean }) {
  const id = useId();
  const { field, fieldState } = useController<ProjectForm, 'platforms'>({ name: 'platforms' });
  const error = fieldState.error?.message;

  function toggle(platform: Platform, chosen: boolean) {
    const next = new Set(field.value);
    if (chosen) next.add(platform);
    else next.delete(platform);
    field.onChange(PLATFORMS.map((entry) => entry.id).filter((entry) => next.has(entry)));
  }

  return (
    <FieldSet aria-describedby={error ? `${id}-error` : undefined}>
      <FieldLegend>{createMessages.platforms}</FieldLegend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-2">
        {PLATFORMS.map((platform, index) => (
          <Label
            key={platform.id}
            htmlFor={`${id}-${platform.id}`}
            className="h-11 gap-3 rounded-md border border-input px-3 font-normal transition-colors duration-150 hover:bg-accent has-disabled:pointer-events-none has-disabled:opacity-55 has-data-[state=checked]:border-primary has-data-[state=checked]:bg-primary/6"
          >
            <Checkbox
              id={`${id}-${platform.id}`}
              ref={index === 0 ? field.ref : undefined}
              checked={field.value.includes(platform.id)}
              onCheckedChange={(checked) => toggle(platform.id, checked === true)}
              onBlur={field.onBlur}
            />
            <PlatformMark platform={platform.id} className="text-muted-foreground" />
            {platform.label}
          </Label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <VideoPlatformsNote platforms={field.value} hasVideo={hasVideo} />
    </FieldSet>
  );
}

function VideoPlatformsNote({ platforms, hasVideo }: { platforms: readonly Platform[]; hasVideo: boolean }) {
  const videosOnly = videoOnly(platforms);
  const names = new Intl.ListFormat('en').format(videosOnly.map(platformLabel));
  const videos = useWatch<ProjectForm, 'videos'>({ name: 'videos' });
  const without = videos === 'never' ? createMessages.videoOnly : createMessages.videoMade;
  const note = hasVideo ? createMessages.videoApart : without;
  const isShown = videosOnly.length > 0 && (!hasVideo || videosOnly.length < platforms.length);
  return (
    <FieldDescription role="status" className={isShown ? undefined : 'sr-only'}>
      {isShown ? note(names, videosOnly.length === 1) : null}
    </FieldDescription>
  );
}

/**
 * Which posts the agent makes a video for. Renders nothing until a platform is chosen, or if the project has a video.
 */
export function VideosField({ hasVideo }: { hasVideo: boolean }) {
  const id = useId();
  const { field } = useController<ProjectForm, 'videos'>({ name: 'videos' });
  const platforms = useWatch<ProjectForm, 'platforms'>({ name: 'platforms' });
  if (hasVideo || platforms.length === 0) return null;
  return (
    <Field>
      <FieldLabel htmlFor={id}>{createMessages.videos}</FieldLabel>
      <Select
        id={id}
        ref={field.ref}
        onBlur={field.onBlur}
        aria-describedby={`${id}-hint`}
        className="sm:max-w-80"
        value={field.value ?? 'needed'}
        onChoose={field.onChange}
        options={VIDEO_CHOICES.map((choice) => ({ value: choice, label: createMessages.videoChoices[choice] }))}
      />
      <FieldDescription id={`${id}-hint`}>{createMessages.videosHint}</FieldDescription>
    </Field>
  );
}

/** The accounts to post to; nothing until a platform is chosen. */
export function AccountsField() {
  const { field } = useController<ProjectForm, 'account_ids'>({ name: 'account_ids' });
  const platforms = useWatch<ProjectForm, 'platforms'>({ name: 'platforms' });
  const accounts = usePublishingAccounts();
  const { value, onChange } = field;

  // Deselects accounts of deselected platforms.
  useEffect(() => {
    if (!value || !accounts) return;
    const kept = value.filter((id) => platforms.some((platform) => platform === accounts.get(id)?.platform));
    if (kept.length < value.length) onChange(kept);
  }, [value, accounts, platforms, onChange]);

  if (platforms.length === 0) return null;
  return <AccountChoice platforms={platforms} value={value ?? null} onChange={onChange} />;
}
