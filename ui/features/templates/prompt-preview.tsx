import { ChevronRight } from 'lucide-react';
import { SAMPLE_NICHE, templatesMessages } from '@/features/templates/messages.ts';
import { PromptText } from '@/features/templates/prompt-text.tsx';

const { preview, previewOf, previewEmpty } = templatesMessages.form;

/** Folds out to show how the prompt reads once {niche} is filled in. */
export function PromptPreview({ prompt }: { prompt: string }) {
  return (
    <details className="group">
      <summary className="flex min-h-8 w-fit list-none items-center gap-1.5 rounded-sm text-[0.8125rem] font-medium text-muted-foreground hover:text-foreground [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-3.5 transition-transform duration-150 group-open:rotate-90" aria-hidden="true" />
        {preview}
      </summary>
      <div className="mt-1 rounded-md border bg-muted px-3 py-2.5">
        <p className="mb-1.5 text-xs text-muted-foreground">{prompt.trim() ? previewOf : previewEmpty}</p>
        <PromptText text={prompt} niche={SAMPLE_NICHE} />
      </div>
    </details>
  );
}
